import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { screens } from '../screens.ts';
import { tokenText } from '../text.ts';
import { email } from './auth.ts';

export const leavingDays = 7;

// The first formatter of a page takes 30 ms on a small computer, so it is made on demand.
const inWords = (day: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);

export const leavingMessages = {
  otherAddress: 'Type the email address of your account',
  leaving: (deletesAt: Date) =>
    `This account will be deleted on ${inWords(deletesAt)}. To keep it, open the link in the email we sent you.`,
  stays: 'Your account stays, and its API keys work again. Sign in to continue.',
  linkInvalid:
    'This link is invalid, expired or already used. Sign in again: if your account is still scheduled for deletion, we’ll send another one.',
} as const;

export const deletionForm = z.object({ email });

export const exportData = endpoint('GET', '/users/export', {
  cost: 'dataExport',
  auth: 'verified',
  fresh: 'always',
  summary: 'Export everything we store about you as one file',
  download: true,
  reply: z.string(),
});

export const deleteAccount = endpoint('DELETE', '/users/profile', {
  stops: true,
  auth: 'verified',
  fresh: 'always',
  summary:
    'Delete the account in 7 days; its API keys stop working immediately, and an emailed link keeps it',
  status: 202,
  body: z.strictObject({ email }),
  reply: z.object({ deletesAt: z.string() }),
});

export const keepAccount = endpoint('POST', screens['keep-account'].path, {
  auth: 'public',
  summary: 'Keep an account that is scheduled for deletion, with the token of its link',
  body: z.strictObject({ token: tokenText(leavingMessages.linkInvalid) }),
  reply: z.object({ message: z.string() }),
});

export const leavingCalls = [keepAccount, exportData, deleteAccount];
