// The alert dialog that removes something that protects the account.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { refusalMessage } from '../../../lib/failure-message.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { focusWhenPossible, lastFocused } from '../../../ui/overlays/focus.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { renewSession, useSecurityChanged } from './account-security.ts';

type RemoveModalProps = {
  open: boolean;
  onClose: () => void;
  // "Passkey", for the title, the button and the outcome.
  what: string;
  description: ReactNode;
  remove: () => Promise<unknown>;
  // Says why it cannot be removed now.
  obstacle?: ReactNode;
};

export function RemoveModal({ open, onClose, what, description, remove, obstacle }: RemoveModalProps) {
  const changed = useSecurityChanged();
  const moveFocus = useFocusOfCard();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      showToast.success(`${what} removed`);
      onClose();
      moveFocus();
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
      action={{
        label: `Remove ${what}`,
        variant: 'danger',
        disabled: obstacle !== undefined,
        cancelDisabled: removal.isPending,
        busy: removal.isPending,
        busyLabel: 'Removing...',
        onClick: () => removal.mutate(),
      }}
    >
      {obstacle}
    </Modal>
  );
}

// What is removed takes its button with it, and so the focus. The title of its card gets it.
function useFocusOfCard() {
  const [button] = useState(() => lastFocused().at(-1));
  const [title] = useState(() => button?.closest('section')?.querySelector('h2'));
  return () =>
    focusWhenPossible(
      () => (title?.isConnected ? title : null),
      () => !button?.isConnected,
    );
}
