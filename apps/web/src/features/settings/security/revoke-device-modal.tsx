import type { CliDevice } from '@ballast/contract/cli/cli-auth';
import { Button } from '../../../ui/actions/button.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';

type RevokeDeviceModalProps = {
  open: boolean;
  device: CliDevice;
  // These end with it.
  madeWithIt: CliDevice[];
  onRevoke: () => void;
  onClose: () => void;
};

const mostNamed = 6;

export function RevokeDeviceModal({ open, device, madeWithIt, onRevoke, onClose }: RevokeDeviceModalProps) {
  const count = madeWithIt.length;
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      title="Revoke Device"
      description={
        <>
          <strong className="font-medium wrap-anywhere text-text">{device.name}</strong> stops working at
          once, and so {count === 1 ? 'does the token' : `do the ${count} tokens`} made with it.
        </>
      }
      actions={
        <>
          <ModalCancel />
          <Button variant="danger" onClick={onRevoke}>
            Revoke Device
          </Button>
        </>
      }
    >
      <ul
        aria-label="Tokens that end with it"
        className="rounded-2 border border-line bg-inset px-3.5 py-2.5 text-body text-text"
      >
        {madeWithIt.slice(0, mostNamed).map(({ id, name }) => (
          <li key={id} className="truncate py-0.5">
            {name}
          </li>
        ))}
        {count > mostNamed && <li className="py-0.5 text-text-2">and {count - mostNamed} more</li>}
      </ul>
    </Modal>
  );
}
