// The proofs that a person can give while signed in, beside the second factors. Each of them renews the session that is there.
import { reauthenticate, updateSessionUser } from '@ballast/contract/session';
import { call } from '../api.ts';
import { withKeeper } from '../library-call.ts';

export const provePassword = (password: string) =>
  call(updateSessionUser, { query: {}, body: { current_password: password } });

export const sendCode = () => call(reauthenticate);

export const proveMailedCode = (nonce: string) => call(updateSessionUser, { query: {}, body: { nonce } });

// The factors of one kind that this account has. Of several, the person says which one is at hand.
export const listFactors = async (kind: 'totp' | 'webauthn') =>
  (await withKeeper((keeper) => keeper.mfa.listFactors()))[kind];
