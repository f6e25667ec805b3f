// The alert dialog that removes something that protects the account.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refusalMessage } from '../../../lib/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal, ModalCancel } from '../../../ui/modal.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { renewSession, useSecurityChanged } from './account-security.ts';

type RemoveModalProps = {
  open: boolean;
  onClose: () => void;
  // "Passkey": it stands in the title, on the button and in the outcome.
  what: string;
  description: ReactNode;
  remove: () => Promise<unknown>;
  // Says why it cannot be removed now.
  obstacle?: ReactNode;
};

export function RemoveModal({ open, onClose, what, description, remove, obstacle }: RemoveModalProps) {
  const changed = useSecurityChanged();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      showToast.success(`${what} removed`);
      onClose();
    },
    onError: (error) => showToast.error(refusalMessage(error, `Failed to remove: ${what.toLowerCase()}`)),
    onSettled: async () => {
      await renewSession().catch(() => {});
      await changed();
    },
  });
  return (
    <Modal
      open={open}
      alert
      onClose={onClose}
      title={`Remove ${what}`}
      description={description}
      actions={
        <>
          <ModalCancel disabled={removal.isPending} />
          <Button
            variant="danger"
            disabled={obstacle !== undefined}
            busy={removal.isPending}
            busyLabel="Removing..."
            onClick={() => removal.mutate()}
          >
            {`Remove ${what}`}
          </Button>
        </>
      }
    >
      {obstacle}
    </Modal>
  );
}

export function Removed({ name }: { name: string }) {
  return <strong className="font-medium wrap-anywhere text-text">{name}</strong>;
}
