// The back button closes the dialog on top, and the page below it stays.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The entry is a copy of the one before it.
    doubled?: true;
  }
}

export const useBackCloses = (open: boolean, close: () => void, isOnTop = () => true) => {
  const router = useRouter();
  const latest = useRef({ close, isOnTop });
  useEffect(() => {
    latest.current = { close, isOnTop };
  });
  useEffect(() => {
    if (!open) return;
    // Before the first page of a visit is another site, so its entry is doubled.
    if (!router.history.canGoBack())
      router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state) => ({ ...state, doubled: true }),
        resetScroll: false,
      });
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || !latest.current.isOnTop()) return false;
        latest.current.close();
        return true;
      },
    });
  }, [open, router]);
};
