import { Trash2 } from 'lucide-react';
import { formatNumber } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/actions/button.tsx';
import type { Selection } from '../use-selection.ts';

// It stays in view while somebody goes through a long list.
export function SelectionBar({ selection, onDelete }: { selection: Selection; onDelete: () => void }) {
  const { keys, chooseAll, end } = selection;
  return (
    <section
      aria-label="Chosen keys"
      className="sticky top-14 z-10 -mx-1 flex flex-wrap items-center gap-2 border-b border-line bg-canvas px-1 py-2.5"
    >
      <p role="status" className="mr-auto text-small text-text tabular-nums">
        {keys.length ? `${formatNumber(keys.length)} chosen` : 'Choose the keys to delete'}
      </p>
      <Button size="small" variant="ghost" onClick={chooseAll}>
        Choose all shown
      </Button>
      <Button size="small" variant="ghost" onClick={end}>
        Cancel
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 />} disabled={!keys.length} onClick={onDelete}>
        Delete chosen keys
      </Button>
    </section>
  );
}
