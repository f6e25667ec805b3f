import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { proofFailed } from '../../../domain/app-code.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { answerOf } from '../../../session/call-auth-client.ts';
import { proveByKey } from '../../../session/second-factor.ts';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import type { ProofProps } from './code-forms.tsx';

const unsupported = 'This browser can’t use security keys here. Try another way, or another browser.';

// The browser itself finds out which of the account's keys is at hand.
export function SecurityKeyForm({ client, onProven, keys }: ProofProps & { keys: Factor[] }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(supportsWebAuthn() ? null : unsupported);

  const prove = async () => {
    setBusy(true);
    setFailure(null);
    try {
      answerOf(await proveByKey(client, keys[0]?.id ?? ''));
      onProven();
    } catch (error) {
      setFailure(failureMessage(error, proofFailed));
      setBusy(false);
    }
  };

  return (
    <>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">
        Insert your security key, press the button and touch the key when your browser asks.
      </p>
      <div className="flex flex-col gap-4">
        {failure && <Banner variant="bad">{failure}</Banner>}
        <Button
          autoFocus
          variant="primary"
          size="large"
          className="w-full"
          disabled={!supportsWebAuthn()}
          busy={busy}
          busyLabel="Verifying..."
          onClick={prove}
        >
          Use Security Key
        </Button>
      </div>
    </>
  );
}
