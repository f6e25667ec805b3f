import { revokeOtherSessions, revokeSession } from '@ballast/contract/session-list';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/toast.tsx';

const endFailed = 'Failed to sign out the session';
const endOthersFailed = 'Failed to sign out the other sessions';

export const sessionsKey = ['sessions'];

// What is gone by now need not be complained about twice: the list is read again either way.
const useRevoke = (end: () => Promise<{ message: string }>, failed: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }) => showToast.success(message),
    onError: (error) => showToast.error(refusalMessage(error, failed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
};

export const useEndSession = (id: string) =>
  useRevoke(() => call(revokeSession, { params: { id } }), endFailed);

export const useEndOtherSessions = () => useRevoke(() => call(revokeOtherSessions), endOthersFailed);
