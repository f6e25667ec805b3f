import { disconnectProvider } from '@ballast/contract/auth/provider-calls';
import { providerName } from '@ballast/contract/auth/providers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { updateUser } from '../../session/session-state.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Name } from '../../ui/text/name.tsx';
import { accountName, type Connection, connectionsKey } from './connections.ts';

type DisconnectModalProps = { open: boolean; connection: Connection; onClose: () => void };

export function DisconnectModal({ open, connection, onClose }: DisconnectModalProps) {
  const { provider } = connection;
  const name = providerName[provider];
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(disconnectProvider, { body: { provider } }),
    onSuccess: ({ message, user }) => {
      updateUser(user);
      showToast.success(message);
      onClose();
      return queryClient.invalidateQueries({ queryKey: connectionsKey });
    },
    onError: (error) => showToast.error(refusalMessage(error, `Failed to disconnect ${name}`)),
  });

  return (
    <Modal
      open={open}
      alert
      onClose={onClose}
      title={`Disconnect ${name}`}
      description={
        <>
          <Name>{accountName(connection)}</Name> no longer signs in to this account. Other browsers that
          signed in with it are signed out. You can connect it again at any time.
        </>
      }
      action={{
        label: `Disconnect ${name}`,
        variant: 'danger',
        cancelDisabled: isPending,
        busy: isPending,
        busyLabel: 'Disconnecting...',
        onClick: () => mutate(),
      }}
    />
  );
}
