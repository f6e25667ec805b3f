import { useState } from 'react';
import { proofFailed } from '../../../domain/app-code.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';

const unsupported = 'This browser can’t use security keys here. Try another way, or another browser.';

type BrowserProofFormProps = {
  lede: string;
  label: string;
  prove: () => Promise<unknown>;
  onProven: () => void;
};

// The browser itself asks for a security key or a passkey.
export function BrowserProofForm({ lede, label, prove, onProven }: BrowserProofFormProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(supportsWebAuthn() ? null : unsupported);

  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await prove();
      onProven();
    } catch (error) {
      setFailure(failureMessage(error, proofFailed));
      setBusy(false);
    }
  };

  return (
    <>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">{lede}</p>
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
          onClick={start}
        >
          {label}
        </Button>
      </div>
    </>
  );
}
