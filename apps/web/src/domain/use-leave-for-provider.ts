// Sends the browser to GitHub or Google, to sign in or to connect an account.
import type { Provider } from '@ballast/contract/auth/providers';
import { useEffect, useState } from 'react';
import { showToast } from '../ui/feedback/toast.tsx';

type Departure = {
  begin: (provider: Provider) => Promise<string>;
  failureMessage: (error: unknown, provider: Provider) => string;
};

export const useLeaveForProvider = ({ begin, failureMessage }: Departure) => {
  const [leavingFor, setLeavingFor] = useState<Provider | null>(null);

  // The back button can restore this page from the browser's cache, with its button still busy.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setLeavingFor(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  // A visitor with unsaved changes may decide to stay. The timer runs when the browser's question is answered.
  useEffect(() => {
    const reset = (event: BeforeUnloadEvent) =>
      setTimeout(() => event.defaultPrevented && setLeavingFor(null));
    window.addEventListener('beforeunload', reset);
    return () => window.removeEventListener('beforeunload', reset);
  }, []);

  const leave = async (provider: Provider) => {
    setLeavingFor(provider);
    try {
      window.location.assign(await begin(provider));
    } catch (error) {
      const message = failureMessage(error, provider);
      // The toast says only what failed; the console has the cause.
      console.error(message, error);
      showToast.error(message);
      setLeavingFor(null);
    }
  };

  return { leavingFor, leave };
};
