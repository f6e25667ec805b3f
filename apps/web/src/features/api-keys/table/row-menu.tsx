import { type ApiKey, keyLimits } from '@ballast/contract/keys/api-keys';
import { Ellipsis, FileText, Gauge, History, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem } from '../../../ui/actions/menu.tsx';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { useRestoredFocus } from '../../../ui/overlays/focus.ts';
import { buttonId } from '../focus.ts';
import type { KeyAction } from '../modals/key-modals.tsx';

type RowMenuProps = { apiKey: ApiKey; busy: boolean; onAction: (action: KeyAction) => void };

// What a card has as buttons and links.
export function RowMenu({ apiKey, busy, onAction }: RowMenuProps) {
  const { id, name, rateLimit, latestRequest, previous } = apiKey;
  const button = useRef<HTMLButtonElement>(null);
  useRestoredFocus(button, busy);
  const pending = latestRequest?.status === 'PENDING';
  return (
    <Menu
      trigger={
        <button
          ref={button}
          type="button"
          id={buttonId('menu', id)}
          aria-label={`Actions for ${name}`}
          aria-busy={busy || undefined}
          disabled={busy}
          className="flex size-9 items-center justify-center rounded-1 text-text-2 transition-colors hover:bg-hover hover:text-text aria-expanded:bg-active aria-expanded:text-text md:size-7"
        >
          {busy ? <Spinner /> : <Ellipsis aria-hidden="true" />}
        </button>
      }
    >
      <MenuItem icon={<Pencil />} onClick={() => onAction('rename')}>
        Rename
      </MenuItem>
      <MenuItem icon={<RotateCw />} onClick={() => onAction('rotate')}>
        Rotate
      </MenuItem>
      {previous && (
        <MenuItem icon={<History />} onClick={() => onAction('end-grace')}>
          Revoke old key
        </MenuItem>
      )}
      {!pending && rateLimit < keyLimits.maxRateLimit && (
        <MenuItem icon={<Gauge />} onClick={() => onAction('request-limit')}>
          Request increase
        </MenuItem>
      )}
      {latestRequest && (
        <MenuItem icon={<FileText />} onClick={() => onAction('show-request')}>
          Limit request
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 />} onClick={() => onAction('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}
