import { type ApiKey, keyLimits } from '@ballast/contract/keys/api-keys';
import { Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/actions/button.tsx';

export const useSelection = (shown: ApiKey[]) => {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id) && next.size < keyLimits.deletedAtOnce) next.add(id);
        return next;
      }),
    [],
  );
  return {
    // It is null while nothing can be chosen.
    ids,
    keys: shown.filter(({ id }) => ids?.has(id)),
    toggle,
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    chooseAll: () => setIds(new Set(shown.slice(0, keyLimits.deletedAtOnce).map(({ id }) => id))),
  };
};

export type Selection = ReturnType<typeof useSelection>;

export function SelectionBar({ selection, onDelete }: { selection: Selection; onDelete: () => void }) {
  const { keys, chooseAll, end } = selection;
  return (
    <section
      aria-label="Selected keys"
      className="sticky top-14 z-10 -mx-1 flex flex-wrap items-center gap-2 border-b border-line bg-canvas px-1 py-2.5"
    >
      <p role="status" className="mr-auto text-small text-text tabular-nums">
        {keys.length ? `${formatNumber(keys.length)} selected` : 'Select the keys to delete'}
      </p>
      <Button size="small" variant="ghost" onClick={chooseAll}>
        Select all shown
      </Button>
      <Button size="small" variant="ghost" onClick={end}>
        Cancel
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 />} disabled={!keys.length} onClick={onDelete}>
        Delete selected keys
      </Button>
    </section>
  );
}
