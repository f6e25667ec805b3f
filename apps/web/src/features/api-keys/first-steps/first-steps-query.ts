// The first steps of a new account. While its first call is awaited they are asked for every few seconds, and only while
// somebody looks: a window that is hidden asks nothing.
import { type FirstSteps, getFirstSteps, putFirstStepsAway } from '@ballast/contract/first-steps';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '../../../lib/failure-message.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';

const queryKey = ['first-steps'];

const awaitsCall = (data: FirstSteps | undefined) => data?.shown === true && !data.steps.firstCall;

export const firstStepsQuery = (hasKey: boolean) =>
  queryOptions({
    queryKey,
    queryFn: () => call(getFirstSteps),
    refetchInterval: ({ state }) => hasKey && awaitsCall(state.data) && timings.firstCallPollMs,
  });

// They go and come back at once, and are again as they were if the server did not hear of it.
export const usePutAway = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (putAway: boolean) => call(putFirstStepsAway, { body: { putAway } }),
    onMutate: async (putAway) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<FirstSteps>(queryKey, (data) => data && { ...data, shown: !putAway, putAway });
    },
    onError: (error, putAway) => {
      const failed = putAway ? 'Couldn’t dismiss first steps' : 'Couldn’t bring first steps back';
      showToast.error(failureMessage(error, failed));
      client.invalidateQueries({ queryKey });
    },
  });
};
