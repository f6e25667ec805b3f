import { firstWords } from '@ballast/contract/first-words';
import { Mail } from 'lucide-react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { onIntent } from '../../../lib/on-intent.ts';
import { portal } from '../../../lib/portal.ts';
import { stored } from '../../../session/browser-storage.ts';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Mark } from '../../../ui/layout/mark.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { TextLink } from '../../../ui/text/link.tsx';
import { ProviderButton, useProviderSignIn } from './provider-button.tsx';

// Only a browser that has used a passkey offers it here.
const PasskeyButton = lazyPartWith(
  () => import('./passkey-button.tsx'),
  'PasskeyButton',
  <Button size="large" className="w-full" disabled />,
);

type SignInChoiceProps = {
  sessionEnded: boolean;
  onEmail: () => void;
  prepareEmail: () => Promise<unknown>;
  openingEmail: boolean;
};

export function SignInChoice({ sessionEnded, onEmail, prepareEmail, openingEmail }: SignInChoiceProps) {
  const { leavingFor, leave } = useProviderSignIn();
  const slow = useDelayedLoading(openingEmail);
  const passkeyKnown = stored.passkeyKnown.read() !== null && supportsWebAuthn();
  const lastUsed = stored.lastWayIn.read();
  const strongest =
    [...portal.providers, 'email'].find((way) => way === lastUsed) ?? portal.providers[0] ?? 'email';
  useDocumentTitle('Developer Portal');
  return (
    <PageFrame hull>
      <Mark className="-ml-[3px] size-10" />
      <h1 className="mt-5 text-display">Developer Portal</h1>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">
        Create a sandbox key and make your first call in five minutes.
      </p>
      {sessionEnded && (
        <div role="status" className="mb-5">
          <Banner variant="neutral">{firstWords.sessionEnded}</Banner>
        </div>
      )}
      <div className="flex flex-col gap-2.5">
        {portal.providers.map((provider) => (
          <ProviderButton
            key={provider}
            provider={provider}
            leavingFor={leavingFor}
            variant={strongest === provider ? 'primary' : 'secondary'}
            size="large"
            className="w-full"
            note={lastUsed === provider && <LastUsed />}
            onClick={() => leave(provider)}
          />
        ))}
        <Button
          variant={strongest === 'email' ? 'primary' : 'secondary'}
          size="large"
          className="w-full"
          icon={<Mail />}
          disabled={leavingFor !== null}
          busy={slow}
          onClick={onEmail}
          {...onIntent(prepareEmail)}
        >
          Continue with Email
          {lastUsed === 'email' && <LastUsed />}
        </Button>
        {passkeyKnown && (
          <PasskeyButton disabled={leavingFor !== null} note={lastUsed === 'passkey' && <LastUsed />} />
        )}
      </div>
      <p className="mt-5 max-w-75 text-small leading-5 text-text-3">
        By continuing you agree to the{' '}
        <TextLink variant="quiet" href={`${portal.marketingUrl}/terms`}>
          Terms of Service
        </TextLink>{' '}
        and{' '}
        <TextLink variant="quiet" href={`${portal.marketingUrl}/privacy`}>
          Privacy{'\u00a0'}Policy
        </TextLink>
        .
      </p>
    </PageFrame>
  );
}

function LastUsed() {
  return <span className="rounded-1 border border-current px-1.5 text-caption font-normal">Last used</span>;
}
