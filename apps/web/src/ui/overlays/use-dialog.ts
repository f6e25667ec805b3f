import { useCallback, useState } from 'react';

type State<Content> = { key: number; open: boolean; content: Content | undefined };

// A dialog begins anew each time it is shown, because its key changes, and stays mounted while it fades away. A dialog that
// is shown no more cannot change the one that was opened since.
export function useDialog<Content>() {
  const [state, setState] = useState<State<Content>>({ key: 0, open: false, content: undefined });
  const show = useCallback(
    (content?: Content) => setState(({ key }) => ({ key: key + 1, open: true, content })),
    [],
  );
  const change = (next: (current: State<Content>) => State<Content>) =>
    setState((current) => (current.key === state.key ? next(current) : current));
  return {
    ...state,
    // A dialog whose code comes when it is opened is not drawn before.
    wasOpened: state.key > 0,
    show,
    close: () => change((current) => ({ ...current, open: false })),
    openAgain: () => change((current) => ({ ...current, open: true })),
    replace: (content: Content) =>
      change((current) => (current.open ? { key: current.key + 1, open: true, content } : current)),
  };
}
