// What the reset dialog turns into: a mail is on its way, or there is no password to reset.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { portal } from '../../../lib/portal.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ModalCancel } from '../../../ui/overlays/modal.tsx';
import { ProviderButton } from './provider-button.tsx';

export const resetSent = (email: string, onClose: () => void) => ({
  title: 'Check Your Email',
  description: (
    <>
      If an account exists for <strong className="font-medium wrap-anywhere text-text">{email}</strong>, a
      reset link is on its way.
    </>
  ),
  actions: (
    <Button variant="primary" autoFocus onClick={onClose}>
      Back to Sign In
    </Button>
  ),
});

type ProviderSignIn = { leavingFor: Provider | null; leave: (provider: Provider) => void };

export const accountDetected = (provider: Provider, { leavingFor, leave }: ProviderSignIn) => ({
  title: `${providerName[provider]} account detected`,
  description: `This email signs in with ${providerName[provider]}, so there is no password to reset.`,
  actions: (
    <>
      <ModalCancel>Close</ModalCancel>
      {portal.providers.includes(provider) && (
        <ProviderButton
          provider={provider}
          leavingFor={leavingFor}
          variant="primary"
          autoFocus
          onClick={() => leave(provider)}
        />
      )}
    </>
  ),
});
