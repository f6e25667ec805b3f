import type { ApiKey } from '@ballast/contract/api-keys';
import { Ban, Check } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Modal, ModalCancel } from '../../../ui/modal.tsx';
import { KeyIdentity } from './key-identity.tsx';

type RotateModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void; onConfirm: () => void };

export function RotateModal({ open, apiKey, onClose, onConfirm }: RotateModalProps) {
  const production = apiKey.environment === 'PRODUCTION';
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      production={production}
      title="Rotate Key"
      description="A new key replaces this one now."
      actions={
        <>
          <ModalCancel />
          <Button variant={production ? 'production' : 'primary'} onClick={onConfirm}>
            Rotate Key
          </Button>
        </>
      }
    >
      <KeyIdentity apiKey={apiKey} />
      <ul className="flex flex-col gap-2 text-body text-text-2 [&_.lucide]:mt-0.5 [&_.lucide]:text-text-3 [&>li]:flex [&>li]:gap-2.5">
        <li>
          <Ban aria-hidden="true" />
          The old key stops being valid at once. Calls that use it will fail.
        </li>
        <li>
          <Check aria-hidden="true" />
          Name, environment and rate limit stay the same.
        </li>
      </ul>
    </Modal>
  );
}
