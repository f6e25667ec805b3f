// The proofs that a person can give while signed in, beside the second factors. Each of them renews the session that is there.
import { reauthenticate, updateSessionUser } from '@ballast/contract/auth/session';
import { call } from '../api.ts';
import { callAuthClient } from '../call-auth-client.ts';
import { saveAccessToken } from '../save-session.ts';

// The proof counts for the access token that comes with the answer.
const prove = async (body: { current_password: string } | { nonce: string }) => {
  const { session } = await call(updateSessionUser, { query: {}, body });
  if (session) saveAccessToken(session);
};

export const provePassword = (password: string) => prove({ current_password: password });

export const sendCode = () => call(reauthenticate);

export const proveMailedCode = (nonce: string) => prove({ nonce });

// The factors of one kind that this account has. Of several, the person says which one is at hand.
export const listFactors = async (kind: 'totp' | 'webauthn') =>
  (await callAuthClient((client) => client.mfa.listFactors()))[kind];
