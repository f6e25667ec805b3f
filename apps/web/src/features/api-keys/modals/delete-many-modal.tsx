import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { formatNumber } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { selectButtonId } from '../focus.ts';

type DeleteManyModalProps = { open: boolean; keys: ApiKey[]; onClose: () => void; onConfirm: () => void };

const mostNamed = 6;
const dayMs = 24 * 3600 * 1000;

const wasUsedToday = ({ lastUsedAt }: ApiKey) =>
  lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < dayMs;

const countOf = (keys: readonly ApiKey[]) =>
  `${formatNumber(keys.length)} ${keys.length === 1 ? 'Key' : 'Keys'}`;

export function DeleteManyModal({ open, keys, onClose, onConfirm }: DeleteManyModalProps) {
  const more = keys.length - mostNamed;
  const used = keys.filter(wasUsedToday).length;
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      openerId={selectButtonId}
      production={keys[0]?.environment === 'PRODUCTION'}
      title={`Delete ${countOf(keys)}`}
      description="This cannot be undone."
      actions={
        <>
          <ModalCancel />
          <Button variant="danger" onClick={onConfirm}>
            Delete {countOf(keys)}
          </Button>
        </>
      }
    >
      <ul
        aria-label="Keys that will be deleted"
        className="rounded-2 border border-line bg-inset px-3.5 py-2.5 text-body text-text"
      >
        {keys.slice(0, mostNamed).map(({ id, name }) => (
          <li key={id} className="truncate py-0.5">
            {name}
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-text-2">and {formatNumber(more)} more</li>}
      </ul>
      <Banner variant="bad">
        {used > 0 &&
          `${formatNumber(used)} of them ${used === 1 ? 'was' : 'were'} used in the last 24 hours. `}
        Calls that use these keys will fail as soon as you delete them.
      </Banner>
    </Modal>
  );
}
