// The ways in which a person can prove who they are: what each asks for, and what it does with the answer.
import type { StepUpMethod } from '@ballast/contract/auth/second-factors';
import { callAuthClient } from '../../session/call-auth-client.ts';
import { proveByCode, proveByKey, proveByRecoveryCode } from '../../session/second-factor.ts';
import { proveMailedCode, provePasskey, provePassword, sendCode } from '../../session/step-up/give-proof.ts';

type Answer = { typed: string; factorId: string };

export type Way = {
  name: string;
  instruction: (email: string) => string;
  // Without a field the browser itself asks.
  field?: { label: string; missing: string; kind: 'password' | 'digits' | 'text' };
  // An account may have several of these. With a label the person says which one is at hand; otherwise the browser does.
  factors?: { kind: 'totp' | 'webauthn'; label?: string };
  action: string;
  busyAction: string;
  give: (answer: Answer) => Promise<unknown>;
};

const confirm = { action: 'Confirm', busyAction: 'Confirming...' };

export const ways: Record<StepUpMethod, Way> = {
  totp: {
    ...confirm,
    name: 'Use your authenticator app',
    instruction: () => 'Enter the 6-digit code from your authenticator app.',
    field: { label: 'Authentication code', missing: 'Enter the code from your app', kind: 'digits' },
    factors: { kind: 'totp', label: 'Authenticator' },
    give: ({ factorId, typed }) => callAuthClient((client) => proveByCode(client, factorId, typed)),
  },
  webauthn: {
    name: 'Use your security key',
    instruction: () => 'Have your security key ready. Your browser will ask for it.',
    factors: { kind: 'webauthn' },
    action: 'Use Security Key',
    busyAction: 'Waiting...',
    give: ({ factorId }) => callAuthClient((client) => proveByKey(client, factorId)),
  },
  recovery_code: {
    ...confirm,
    name: 'Use a recovery code',
    instruction: () => 'Enter one of your recovery codes. Each works once.',
    field: { label: 'Recovery code', missing: 'Enter a recovery code', kind: 'text' },
    give: ({ typed }) => callAuthClient((client) => proveByRecoveryCode(client, typed)),
  },
  passkey: {
    name: 'Use a passkey',
    instruction: () => 'Your browser will ask for your passkey.',
    action: 'Use Passkey',
    busyAction: 'Waiting...',
    give: provePasskey,
  },
  password: {
    ...confirm,
    name: 'Use your password',
    instruction: () => 'Enter your password to continue.',
    field: { label: 'Password', missing: 'Enter your password', kind: 'password' },
    give: ({ typed }) => provePassword(typed),
  },
  email: {
    ...confirm,
    name: 'Email me a code',
    instruction: (email) => `Enter the code that we sent to ${email}.`,
    field: { label: 'Code', missing: 'Enter the code from the email', kind: 'digits' },
    give: ({ typed }) => proveMailedCode(typed),
  },
};

// A code is mailed when the person asks for it. This proves nothing yet.
export const codeRequest: Way = {
  name: '',
  instruction: (email) => `We’ll send a code to ${email}.`,
  action: 'Send Code',
  busyAction: 'Sending...',
  give: sendCode,
};
