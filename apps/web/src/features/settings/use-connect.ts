// Leaving for GitHub or Google to connect an account there with this one. The callback leads back to the settings.
import { linkProvider } from '@ballast/contract/provider-calls';
import { type Provider, providerName } from '@ballast/contract/providers';
import { useEffect, useState } from 'react';
import { refusalMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { rememberAttempt } from '../../session/provider-attempt.ts';
import { showToast } from '../../ui/toast.tsx';

const connectFailed = (provider: Provider) => `Failed to connect ${providerName[provider]} account`;

export const useConnect = () => {
  const [connecting, setConnecting] = useState<Provider | null>(null);

  // The back button can bring this very page back as it was left.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setConnecting(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  const connect = async (provider: Provider) => {
    setConnecting(provider);
    try {
      const { authUrl } = await call(linkProvider, { body: { provider } });
      rememberAttempt({ provider, from: null });
      window.location.assign(authUrl);
    } catch (error) {
      showToast.error(refusalMessage(error, connectFailed(provider)));
      setConnecting(null);
    }
  };

  return { connecting, connect };
};
