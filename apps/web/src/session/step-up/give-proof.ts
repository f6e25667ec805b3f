// The proofs that a person can give while signed in, beside the second factors. Each of them renews the session that is there.
import { reauthenticate, updateSessionUser } from '@ballast/contract/auth/session';
import { call } from '../api.ts';
import { openMemoryClient } from '../auth-client.ts';
import { stored } from '../browser-storage.ts';
import { answerOf, callAuthClient } from '../call-auth-client.ts';
import { saveAccessToken, saveSession } from '../save-session.ts';
import { readAssurance, sessionState } from '../session-state.ts';
import { storedSession } from '../stored-session.ts';

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

const anotherAccount = 'This passkey belongs to another account.';

// A passkey signs in anew. The new session replaces the old one only if it is the same person's, so it begins in a client of its own.
export const provePasskey = async () => {
  const client = await openMemoryClient('passkey');
  const { session } = answerOf(await client.signInWithPasskey());
  if (!session || session.user.id !== sessionState().user?.id) {
    await client.signOut({ scope: 'local' }).catch(() => {});
    throw new Error(anotherAccount);
  }

  const before = storedSession()?.access_token;
  saveSession(session);
  stored.authToken.write(session.access_token);
  readAssurance();
  // The old session would end by itself some day; nobody needs to wait for it.
  if (before) client.admin.signOut(before, 'local').catch(() => {});
};
