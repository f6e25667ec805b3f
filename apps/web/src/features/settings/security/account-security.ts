// What protects the account: its ways to sign in and its second factors.
import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { withKeeper } from '../../../session/library-call.ts';
import { sortFactors } from '../../../session/second-factor.ts';

export type Passkey = PasskeyListItem;

export type AccountSecurity = {
  hasPassword: boolean;
  passkeys: Passkey[];
  apps: Factor[];
  keys: Factor[];
  // Null where none were ever made, or they were removed.
  recoveryCodes: { total: number; remaining: number } | null;
};

const securityKey = ['security'];

const readSecurity = async (): Promise<AccountSecurity> => {
  const [{ user }, passkeys] = await Promise.all([
    withKeeper((keeper) => keeper.getUser()),
    withKeeper(({ passkey }) => passkey.list()),
  ]);
  const { apps, keys, recoveryCodes } = sortFactors(user.factors ?? []);
  return {
    hasPassword: user.identities?.some(({ provider }) => provider === 'email') ?? false,
    passkeys,
    apps,
    keys,
    recoveryCodes: recoveryCodes ? await withKeeper(({ mfa }) => mfa.recoveryCodes.getStatus()) : null,
  };
};

export const useAccountSecurity = () => useQuery({ queryKey: securityKey, queryFn: readSecurity });

// The access token says how well the session is proven, which removing something can change. So the session is renewed.
export const renewSession = () => withKeeper((keeper) => keeper.refreshSession());

export const useSecurityChanged = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: securityKey });
};
