// Which keys are chosen to be deleted together. Nobody chooses any before asking for it.
import { type ApiKey, keyLimits } from '@ballast/contract/keys/api-keys';
import { useCallback, useState } from 'react';

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
