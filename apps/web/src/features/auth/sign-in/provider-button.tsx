import { type Provider, providerName } from '@ballast/contract/auth/providers';
import type { ComponentProps } from 'react';
import { ProviderMark } from '../../../domain/provider-marks.tsx';
import { onIntent } from '../../../lib/on-intent.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { loadProviderSignIn } from './use-provider-sign-in.ts';

type ProviderButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'busy' | 'busyLabel' | 'children'> & {
  provider: Provider;
  leavingFor: Provider | null;
};

export function ProviderButton({ provider, leavingFor, ...button }: ProviderButtonProps) {
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
    </Button>
  );
}
