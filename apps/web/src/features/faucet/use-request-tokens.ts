import { requestTokens } from '@ballast/contract/faucet';
import { faucetLimits } from '@ballast/contract/faucet-limits';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/api.ts';
import { failureToast, showToast } from '../../ui/feedback/toast.tsx';
import { faucetQuery } from './faucet-query.ts';

export const requestFailed = 'Couldn’t request test tokens. Please try again.';
export const requestToast = failureToast('faucet-failed');

export const useRequestTokens = () => {
  const client = useQueryClient();
  return async (body: { address?: string }) => {
    requestToast.clear();
    await call(requestTokens, { body });
    showToast.success(`${faucetLimits.amount} test tokens requested`);
    await client.invalidateQueries({ queryKey: faucetQuery.queryKey });
  };
};
