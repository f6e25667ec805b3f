// Leaving for GitHub or Google. The call and its schemas are loaded when somebody is about to leave.
import { type Provider, providerMessages } from '@ballast/contract/providers';
import { useEffect, useState } from 'react';
import { showToast } from '../../../ui/toast.tsx';

export const loadStart = () => import('./start-provider.ts');

export const useProviderStart = () => {
  const [starting, setStarting] = useState<Provider | null>(null);

  // The back button can bring this very page back as it was left.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setStarting(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  const start = async (provider: Provider) => {
    setStarting(provider);
    try {
      const { beginWith } = await loadStart();
      window.location.assign(await beginWith(provider));
    } catch {
      showToast.error(providerMessages.startFailed(provider));
      setStarting(null);
    }
  };

  return { starting, start };
};
