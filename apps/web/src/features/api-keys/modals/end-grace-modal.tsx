import type { ApiKey } from '@ballast/contract/api-keys';
import { formatNumber } from '../../../lib/numbers.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal, ModalCancel } from '../../../ui/modal.tsx';
import { KeyIdentity } from './key-identity.tsx';

type EndGraceModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void; onConfirm: () => void };

export function EndGraceModal({ open, apiKey, onClose, onConfirm }: EndGraceModalProps) {
  const requests = apiKey.previous?.requests24h ?? 0;
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      production={apiKey.environment === 'PRODUCTION'}
      title="Stop Old Value"
      description="The new value stays as it is."
      actions={
        <>
          <ModalCancel />
          <Button variant="danger" onClick={onConfirm}>
            Stop Old Value
          </Button>
        </>
      }
    >
      <KeyIdentity apiKey={apiKey} />
      <Banner variant={requests ? 'bad' : 'neutral'}>
        {requests
          ? `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'} used the old value in the last 24 hours. Calls that still use it will fail at once.`
          : 'Nobody used the old value in the last 24 hours. It stops being valid at once.'}
      </Banner>
    </Modal>
  );
}
