// A mail is a template's name and what it needs; it is written when it is sent, so no link rests in the queue.

import type { Provider } from '@ballast/contract/auth/providers';
import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import type { Environment } from '@ballast/contract/keys/api-keys';
import { queue } from '../jobs/queue.ts';
import type { LinkOwner } from './links.ts';
import type { NamedKeys } from './named-keys.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

// By this the owner judges whether it was them who did what the mail tells. The id is that of the link for when it was not.
export type Notice = { noticeId: string; at: string; address: string; browser: string };

type To = { to: string; fullName: string; notice?: Notice };

export const news = [
  'new-browser',
  'production-key-rotated',
  'production-key-deleted',
  'production-key-loosened',
  'production-keys-deleted',
  'production-key-grace-ended',
  'email-in-use',
  'factor-added',
  'factor-removed',
  'recovery-codes-made',
  'recovery-codes-removed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'authenticator-copied',
  'codes-guessed',
  'mailed-codes-guessed',
  'account-kept',
  'account-deleted',
] as const;

export type SecurityNews = (typeof news)[number];

// linkTo is the page that a client of the session library asked for; the code is exchanged there.
export type EmailJob =
  | (To & { template: 'verify-email'; tokenId: string; linkTo?: string; address: string })
  | (To & { template: 'account-exists' })
  | (To & {
      template: 'reset-password';
      owner: LinkOwner;
      sessionId: string;
      unchosen?: true;
      // The owner pressed "This wasn't me".
      keptKeys?: NamedKeys;
    })
  | (To & { template: 'reset-password-code'; tokenId: string; linkTo: string })
  | (To & { template: 'password-changed'; keys?: NamedKeys })
  | (To & { template: 'password-removed'; provider: Provider; keys?: NamedKeys })
  | (To & { template: 'production-key-created'; keyName: string })
  // The scopes are named where they are not all.
  | (To & { template: 'cli-authorized'; deviceName: string; address: string; scopes?: CliScope[] })
  | (To & {
      template: 'cli-tokens-expire';
      count: number;
      // Of many tokens the first are named.
      tokens: { name: string; expiresAt: string }[];
    })
  | (To & { template: 'cli-token-created'; name: string; scopes: CliScope[]; expiresAt: string })
  | (To & { template: 'keys-unused'; count: number; keys: NamedKeys })
  | (To & {
      template: 'keys-expire';
      // Within so many days, or at 0 already.
      days: number;
      count: number;
      // Of many keys the first are named.
      keys: { id: string; name: string; environment: Environment; expiresAt: string }[];
    })
  | (To & {
      template: 'rate-limit-decided';
      keyName: string;
      approved: boolean;
      limit: number;
      note: string | null;
    })
  | (To & {
      template: 'provider-connected';
      provider: Provider;
      // It is the name or address that the account has at the provider.
      account: string | null;
      address: string;
    })
  | (To & { template: 'provider-disconnected'; provider: Provider; address: string })
  | (To & { template: 'change-email'; tokenId: string })
  | (To & { template: 'mailed-code'; codeId: string })
  | (To & { template: 'email-change-requested'; newEmail: string })
  | (To & { template: 'email-changed'; newEmail: string })
  | (To & { template: 'account-leaving'; tokenId: string; deletesAt: string })
  | (To & {
      template: 'key-leaked';
      keyName: string;
      environment: Environment;
      url: string | null;
      source: string | null;
      done: 'notify' | 'rotate' | 'revoke' | 'shorten' | 'stop';
      endsAt?: string;
    })
  // The name is that of the key, factor or passkey; the number says how many recovery codes are left; until then a replaced value
  // passes.
  | (To & {
      template: 'security-news';
      news: SecurityNews;
      name?: string;
      left?: number;
      keys?: NamedKeys;
      until?: string;
    });

export const sendEmailQueue = queue<EmailJob>('send-email');
