import { type Provider, providerName, startFailed } from '@ballast/contract/auth/providers';
import type { ComponentProps, ReactNode } from 'react';
import { ProviderMark } from '../../../domain/provider-marks.tsx';
import { useLeaveForProvider } from '../../../domain/use-leave-for-provider.ts';
import { onIntent } from '../../../lib/on-intent.ts';
import { Button } from '../../../ui/actions/button.tsx';

// The call and its schemas are loaded when somebody is about to leave.
const loadProviderSignIn = () => import('./begin-provider-sign-in.ts');

export const useProviderSignIn = () =>
  useLeaveForProvider({
    begin: async (provider) => (await loadProviderSignIn()).beginProviderSignIn(provider),
    failureMessage: (_error, provider) => startFailed(provider),
  });

type ProviderButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'busy' | 'busyLabel' | 'children'> & {
  provider: Provider;
  leavingFor: Provider | null;
  note?: ReactNode;
};

export function ProviderButton({ provider, leavingFor, note, ...button }: ProviderButtonProps) {
  return (
    <Button
      {...button}
      {...onIntent(loadProviderSignIn)}
      icon={<ProviderMark provider={provider} />}
      disabled={leavingFor !== null}
      busy={leavingFor === provider}
      busyLabel="Connecting..."
    >
      {`Continue with ${providerName[provider]}`}
      {note}
    </Button>
  );
}
