import { listRequests } from '@ballast/contract/keys/rate-limit-requests';
import { queryOptions } from '@tanstack/react-query';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';

export const loadingFailed = 'Failed to load rate limit requests';

export const requestsQuery = queryOptions({
  queryKey: ['rate-limit-requests'],
  queryFn: () => call(listRequests),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'PENDING') ? timings.reviewPollMs : false,
});
