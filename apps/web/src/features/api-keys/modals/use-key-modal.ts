import { useCallback, useState } from 'react';
import type { KeyModal } from '../key-modal.ts';

type State = { modal: KeyModal | null; opening: number; open: boolean };

// One place for all dialogs, so that only one can be open. Every opening has a number: a dialog begins anew with
// it, stays mounted while it fades, and cannot close or replace another that was opened since.
export const useKeyModal = () => {
  const [state, setState] = useState<State>({ modal: null, opening: 0, open: false });
  const show = useCallback(
    (modal: KeyModal) => setState(({ opening }) => ({ modal, opening: opening + 1, open: true })),
    [],
  );
  const close = useCallback(
    (which: number) =>
      setState((current) => (current.opening === which ? { ...current, open: false } : current)),
    [],
  );
  const replace = useCallback(
    (which: number, modal: KeyModal) =>
      setState((current) =>
        current.opening === which && current.open ? { modal, opening: which + 1, open: true } : current,
      ),
    [],
  );
  return { ...state, show, close, replace };
};
