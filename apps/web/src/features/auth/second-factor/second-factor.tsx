import { errorTexts } from '@ballast/contract/http/errors';
import { useCallback, useEffect, useState } from 'react';
import type { AuthClient } from '../../../session/auth-client.ts';
import { readSecondFactors, type SecondFactors } from '../../../session/second-factor.ts';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { TextButton } from '../../../ui/text/link.tsx';
import { AppCodeForm, RecoveryCodeForm } from './code-forms.tsx';
import { LostAccess } from './lost-access.tsx';
import { SecurityKeyForm } from './security-key-form.tsx';

export const title = 'Two-Step Verification';

type Way = 'app' | 'key' | 'recovery' | 'lost';

type SecondFactorProps = {
  // This must be the same function at every render: the client is opened once.
  openClient: () => Promise<AuthClient>;
  onProven: () => void;
};

export function SecondFactor({ openClient, onProven }: SecondFactorProps) {
  const { opened, failed, open } = useOpened(openClient);
  const [chosen, setChosen] = useState<Way | null>(null);

  if (!opened) {
    return (
      <>
        <h1 className="mb-6 text-display">{title}</h1>
        {failed && <RetryBanner message={errorTexts.unreachable} onRetry={open} />}
      </>
    );
  }
  const { client, factors } = opened;
  const way = chosen ?? firstWay(factors);
  if (way === 'lost') {
    return (
      <LostAccess
        email={factors.email}
        recoveryCodes={factors.recoveryCodes}
        onRecoveryCode={() => setChosen('recovery')}
        onBack={() => setChosen(null)}
      />
    );
  }

  const proof = { client, onProven };
  return (
    <>
      <h1 className="text-display">{title}</h1>
      {way === 'app' && <AppCodeForm {...proof} apps={factors.apps} />}
      {way === 'key' && <SecurityKeyForm {...proof} keys={factors.keys} />}
      {way === 'recovery' && <RecoveryCodeForm {...proof} />}
      <ul className="mt-5 flex flex-col items-start gap-2.5 text-body">
        {otherWays(factors, way).map((other) => (
          <li key={other}>
            <TextButton onClick={() => setChosen(other)}>{wayWords[other]}</TextButton>
          </li>
        ))}
      </ul>
    </>
  );
}

type Opened = { client: AuthClient; factors: Awaited<ReturnType<typeof readSecondFactors>> };

const useOpened = (openClient: () => Promise<AuthClient>) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const open = useCallback(async () => {
    setFailed(false);
    try {
      const client = await openClient();
      setOpened({ client, factors: await readSecondFactors(client) });
    } catch {
      setFailed(true);
    }
  }, [openClient]);
  useEffect(() => {
    open();
  }, [open]);
  return { opened, failed, open };
};

const wayWords: Record<Way, string> = {
  app: 'Use an authenticator app',
  key: 'Use a security key',
  recovery: 'Use a recovery code',
  lost: 'Lost access?',
};

const waysOf = ({ apps, keys, recoveryCodes }: SecondFactors): Way[] => [
  ...(apps.length > 0 ? (['app'] as const) : []),
  ...(keys.length > 0 ? (['key'] as const) : []),
  ...(recoveryCodes ? (['recovery'] as const) : []),
];

// A browser that knows no security keys begins with something else if there is anything else.
const firstWay = (factors: SecondFactors): Way => {
  const ways = waysOf(factors);
  return ways.find((way) => way !== 'key' || supportsWebAuthn()) ?? ways[0] ?? 'lost';
};

const otherWays = (factors: SecondFactors, way: Way): Way[] => [
  ...waysOf(factors).filter((other) => other !== way),
  'lost',
];
