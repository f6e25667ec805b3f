import { errorTexts } from '@ballast/contract/http/errors';
import { useCallback, useEffect, useState } from 'react';
import type { AuthClient } from '../../../session/auth-client.ts';
import { answerOf } from '../../../session/call-auth-client.ts';
import { proveByKey, readSecondFactors, type SecondFactors } from '../../../session/second-factor.ts';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { TextButton } from '../../../ui/text/link.tsx';
import { BrowserProofForm } from './browser-proof-form.tsx';
import { AppCodeForm, RecoveryCodeForm } from './code-forms.tsx';
import { LostAccess } from './lost-access.tsx';

export const title = 'Two-Step Verification';

type Way = 'passkey' | 'app' | 'key' | 'recovery' | 'lost';

type SecondFactorProps = {
  // This must be the same function at every render: the client is opened once.
  openClient: () => Promise<AuthClient>;
  onProven: () => void;
  // A passkey signs in by itself, where signing in is what the page is for.
  provePasskey?: () => Promise<unknown>;
};

export function SecondFactor({ openClient, onProven, provePasskey }: SecondFactorProps) {
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
  const offersPasskey = provePasskey !== undefined && supportsWebAuthn();
  if (way === 'lost') {
    return (
      <LostAccess
        email={factors.email}
        recoveryCodes={factors.recoveryCodes}
        {...(offersPasskey && { onPasskey: () => setChosen('passkey') })}
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
      {way === 'key' && (
        <BrowserProofForm
          key={way}
          lede="Insert your security key, press the button and touch the key when your browser asks."
          label="Use Security Key"
          // The browser finds out which of the account's keys is at hand.
          prove={async () => answerOf(await proveByKey(client, factors.keys[0]?.id ?? ''))}
          onProven={onProven}
        />
      )}
      {way === 'passkey' && provePasskey && (
        <BrowserProofForm
          key={way}
          lede="A passkey signs you in without a code."
          label="Use Passkey"
          prove={provePasskey}
          onProven={onProven}
        />
      )}
      {way === 'recovery' && <RecoveryCodeForm {...proof} />}
      <OtherWays ways={otherWays(factors, way, offersPasskey)} onChoose={setChosen} />
    </>
  );
}

function OtherWays({ ways, onChoose }: { ways: Way[]; onChoose: (way: Way) => void }) {
  return (
    <ul className="mt-5 flex flex-col items-start gap-2.5 text-body">
      {ways.map((way) => (
        <li key={way}>
          <TextButton onClick={() => onChoose(way)}>{wayWords[way]}</TextButton>
        </li>
      ))}
    </ul>
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
  passkey: 'Use a passkey instead',
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

const otherWays = (factors: SecondFactors, way: Way, offersPasskey: boolean): Way[] => [
  ...(offersPasskey ? (['passkey'] as const) : []).filter((other) => other !== way),
  ...waysOf(factors).filter((other) => other !== way),
  'lost',
];
