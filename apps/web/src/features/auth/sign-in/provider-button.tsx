import { type Provider, providerName } from '@ballast/contract/providers';
import type { ComponentProps } from 'react';
import { ProviderMark } from '../../../domain/provider-marks.tsx';
import { onIntent } from '../../../lib/on-intent.ts';
import { Button } from '../../../ui/button.tsx';
import { loadStart } from './use-provider-start.ts';

type ProviderButtonProps = Omit<ComponentProps<typeof Button>, 'icon' | 'busy' | 'busyLabel' | 'children'> & {
  provider: Provider;
  starting: Provider | null;
};

export function ProviderButton({ provider, starting, ...button }: ProviderButtonProps) {
  return (
    <Button
      {...button}
      {...onIntent(loadStart)}
      icon={<ProviderMark provider={provider} />}
      disabled={starting !== null}
      busy={starting === provider}
      busyLabel="Connecting..."
    >
      {`Continue with ${providerName[provider]}`}
    </Button>
  );
}
