// The question before something of a key stops for good. Cancel has the focus.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { KeyIdentity } from './key-identity.tsx';

export type StopKeyProps = { open: boolean; apiKey: ApiKey; onClose: () => void; onConfirm: () => void };

type StopKeyModalProps = StopKeyProps & { title: string; description: string; children: ReactNode };

export function StopKeyModal({ apiKey, title, onConfirm, children, ...modal }: StopKeyModalProps) {
  return (
    <Modal
      {...modal}
      alert
      title={title}
      production={apiKey.environment === 'PRODUCTION'}
      actions={
        <>
          <ModalCancel />
          <Button variant="danger" onClick={onConfirm}>
            {title}
          </Button>
        </>
      }
    >
      <KeyIdentity apiKey={apiKey} />
      {children}
    </Modal>
  );
}
