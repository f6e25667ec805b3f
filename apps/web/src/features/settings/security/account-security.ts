// What protects the account: its ways to sign in and its second factors.
import { getSavedCodes } from '@ballast/contract/auth/second-factor-calls';
import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../session/api.ts';
import { callAuthClient } from '../../../session/call-auth-client.ts';
import { sortFactors } from '../../../session/second-factor.ts';

export type Passkey = PasskeyListItem;

export type AccountSecurity = {
  hasPassword: boolean;
  passkeys: Passkey[];
  apps: Factor[];
  keys: Factor[];
  // Null where none were ever made, or they were removed.
  recoveryCodes: { total: number; remaining: number; saved: boolean } | null;
};

const securityKey = ['security'];

const readCodes = async () => {
  const [{ total, remaining }, { savedAt }] = await Promise.all([
    callAuthClient(({ mfa }) => mfa.recoveryCodes.getStatus()),
    call(getSavedCodes),
  ]);
  return { total, remaining, saved: savedAt !== null };
};

const readSecurity = async (): Promise<AccountSecurity> => {
  const [{ user }, passkeys] = await Promise.all([
    callAuthClient((client) => client.getUser()),
    callAuthClient(({ passkey }) => passkey.list()),
  ]);
  const { apps, keys, recoveryCodes } = sortFactors(user.factors ?? []);
  return {
    hasPassword: user.identities?.some(({ provider }) => provider === 'email') ?? false,
    passkeys,
    apps,
    keys,
    recoveryCodes: recoveryCodes ? await readCodes() : null,
  };
};

export const useAccountSecurity = () => useQuery({ queryKey: securityKey, queryFn: readSecurity });

// The access token says how well the session is proven, which removing something can change. So the session is renewed.
export const renewSession = () => callAuthClient((client) => client.refreshSession());

export const useSecurityChanged = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: securityKey });
};

export type SecurityDialog =
  | { kind: 'password' | 'add-passkey' | 'add-app' | 'add-key' }
  | { kind: 'create-codes' | 'replace-codes' | 'remove-codes' }
  | { kind: 'rename-passkey' | 'remove-passkey'; passkey: Passkey }
  | { kind: 'remove-factor'; factor: Factor };

export type ShowDialog = (dialog: SecurityDialog) => void;
