import { getFaucet, isSettled } from '@ballast/contract/faucet';
import { queryOptions } from '@tanstack/react-query';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';

export const loadingFailed = 'Failed to load the faucet';

// Tokens are requested in a terminal, so the page polls to notice.
export const faucetQuery = queryOptions({
  queryKey: ['faucet'],
  queryFn: () => call(getFaucet),
  refetchInterval: ({ state }) =>
    state.data?.transfers.some(({ status }) => !isSettled(status))
      ? timings.transferPollMs
      : timings.faucetPollMs,
});
