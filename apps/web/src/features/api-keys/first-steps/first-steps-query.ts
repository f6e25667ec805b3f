// The first steps of a new account. While its first call is awaited they are asked for every few seconds, and only while
// somebody looks: a window that is hidden asks nothing.
import { type FirstSteps, getFirstSteps, putFirstStepsAway } from '@ballast/contract/first-steps';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '../../../lib/failure-message.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { showToast } from '../../../ui/toast.tsx';

const queryKey = ['first-steps'];

const awaitsCall = (data: FirstSteps | undefined) => data?.shown === true && !data.steps.firstCall;

export const firstStepsQuery = (hasKey: boolean) =>
  queryOptions({
    queryKey,
    queryFn: () => call(getFirstSteps),
    refetchInterval: ({ state }) => hasKey && awaitsCall(state.data) && timings.firstCallPollMs,
  });

// They go at once, and come back if the server did not hear of it.
export const usePutAway = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(putFirstStepsAway, { body: { putAway: true } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<FirstSteps>(queryKey, (data) => data && { ...data, shown: false });
    },
    onError: (error) => {
      showToast.error(failureMessage(error, 'Failed to put the first steps away'));
      client.invalidateQueries({ queryKey });
    },
  });
};
