import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalMessage } from '../../../../lib/failure-message.ts';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { renewSession, useSecurityChanged } from '../account-security.ts';
import { SaveCodesModal } from './save-codes-modal.tsx';

type CreateCodesModalProps = { open: boolean; replaces: boolean; onClose: () => void };

export function CreateCodesModal({ open, replaces, onClose }: CreateCodesModalProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const changed = useSecurityChanged();
  const create = useMutation({
    mutationFn: () =>
      callAuthClient(({ mfa: { recoveryCodes } }) =>
        replaces ? recoveryCodes.regenerate() : recoveryCodes.generate(),
      ),
    onSuccess: async ({ codes: created }) => {
      setCodes(created);
      await renewSession().catch(() => {});
    },
    onError: (error) =>
      showToast.error(refusalMessage(error, 'Failed to create recovery codes. Please try again.')),
    onSettled: changed,
  });

  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  const label = replaces ? 'Replace Recovery Codes' : 'Create Recovery Codes';
  return (
    <Modal
      open={open}
      alert
      onClose={onClose}
      held={create.isPending}
      title={label}
      description={
        replaces
          ? 'Your current codes stop working immediately. You get ten new ones.'
          : 'You get ten codes to sign in with if you lose your device. Each works once.'
      }
      action={{
        label,
        cancelDisabled: create.isPending,
        busy: create.isPending,
        busyLabel: 'Creating...',
        onClick: () => create.mutate(),
      }}
    />
  );
}
