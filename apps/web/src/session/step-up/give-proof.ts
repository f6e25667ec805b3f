// The proofs that a person can give while signed in. Each of them renews the session that is there.
import { reauthenticate, updateSessionUser } from '@ballast/contract/session';
import type { AuthError } from '@supabase/auth-js';
import { call } from '../api.ts';
import { type Keeper, sessionKeeper } from '../keeper.ts';

export const provePassword = (password: string) =>
  call(updateSessionUser, { query: {}, body: { current_password: password } });

export const sendCode = () => call(reauthenticate);

export const proveMailedCode = (nonce: string) => call(updateSessionUser, { query: {}, body: { nonce } });

type Outcome<Data> = { data: Data; error: AuthError | null };

const byLibrary = async <Data>(ask: (keeper: Keeper) => Promise<Outcome<Data>>) => {
  const { data, error } = await ask(await sessionKeeper());
  if (error) throw error;
  return data;
};

// The factors of one kind that this account has. Of several, the person says which one is at hand.
export const listFactors = async (kind: 'totp' | 'webauthn') => {
  const factors = await byLibrary((keeper) => keeper.mfa.listFactors());
  return (factors?.[kind] ?? []).map(({ id, friendly_name }) => ({ id, name: friendly_name ?? '' }));
};

export const proveAppCode = (factorId: string, code: string) =>
  byLibrary((keeper) => keeper.mfa.challengeAndVerify({ factorId, code }));

export const proveSecurityKey = (factorId: string) =>
  byLibrary((keeper) => keeper.mfa.webauthn.authenticate({ factorId }) as Promise<Outcome<unknown>>);

export const proveRecoveryCode = (code: string) =>
  byLibrary((keeper) => keeper.mfa.recoveryCodes.verify({ code }));
