import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalMessage } from '../../lib/failure-message.ts';
import { showToast } from '../../ui/feedback/toast.tsx';

type Revocation = {
  revoke: () => Promise<{ message: string }>;
  listKey: QueryKey;
  failed: string;
};

// The list is read again also after a failure: what could not be revoked may be gone already.
export const useRevoke = ({ revoke, listKey, failed }: Revocation) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: revoke,
    onSuccess: ({ message }) => showToast.success(message),
    onError: (error) => showToast.error(refusalMessage(error, failed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
};
