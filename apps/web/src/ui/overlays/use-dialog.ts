import { useState } from 'react';

// A dialog begins anew each time it is shown, because its key changes, and stays mounted while it fades away.
export function useDialog() {
  const [{ key, open }, set] = useState({ key: 0, open: false });
  return {
    key,
    open,
    // A dialog whose code comes when it is opened is not drawn before.
    wasOpened: key > 0,
    show: () => set({ key: key + 1, open: true }),
    close: () => set({ key, open: false }),
  };
}
