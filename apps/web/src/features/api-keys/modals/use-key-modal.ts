import { useCallback, useState } from 'react';
import type { KeyModal } from '../key-modal.ts';

type State = { modal: KeyModal | null; opening: number; open: boolean };

// All dialogs share one state, so that only one can be open. Every opening has a number, which is the dialog's React
// key: each opening mounts a new dialog, which stays mounted while it fades and cannot close one that was opened since.
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
  const openAgain = useCallback(
    (which: number) =>
      setState((current) => (current.opening === which ? { ...current, open: true } : current)),
    [],
  );
  const replace = useCallback(
    (which: number, modal: KeyModal) =>
      setState((current) =>
        current.opening === which && current.open ? { modal, opening: which + 1, open: true } : current,
      ),
    [],
  );
  return { ...state, show, close, openAgain, replace };
};
