import type { ApiKey } from '@ballast/contract/api-keys';
import { relativeTime } from '../../../lib/dates.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal, ModalCancel } from '../../../ui/modal.tsx';
import { KeyIdentity } from './key-identity.tsx';

type DeleteModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void; onConfirm: () => void };

export function DeleteModal({ open, apiKey, onClose, onConfirm }: DeleteModalProps) {
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      production={apiKey.environment === 'PRODUCTION'}
      title="Delete Key"
      description="This cannot be undone."
      actions={
        <>
          <ModalCancel />
          <Button variant="danger" onClick={onConfirm}>
            Delete Key
          </Button>
        </>
      }
    >
      <KeyIdentity apiKey={apiKey} />
      <Banner variant="bad">
        <LastUse moment={apiKey.lastUsedAt} /> Calls that use this key will fail as soon as you delete it.
      </Banner>
    </Modal>
  );
}

function LastUse({ moment }: { moment: string | null }) {
  if (!moment) return 'Not used so far.';
  return (
    <>
      Last used <b className="font-medium">{relativeTime(moment).toLowerCase()}</b>.
    </>
  );
}
