// The browser asks before a page goes that holds unsaved changes: they are never stored, so a reload would lose them.
import { useEffect } from 'react';
import { stored } from '../session/browser-storage.ts';

export const useQuestionBeforeLeaving = (unsaved: boolean) => {
  useEffect(() => {
    if (!unsaved) return;
    // A session that has ended leaves nothing to save, and its page has to go.
    const ask = (event: BeforeUnloadEvent) => stored.authToken.read() !== null && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
};
