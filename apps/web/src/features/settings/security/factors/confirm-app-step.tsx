import { useEffect } from 'react';
import { checkAppCode, proofFailed, submitWholeCode } from '../../../../domain/app-code.ts';
import { atField, useServerForm } from '../../../../domain/use-server-form.ts';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { proveByCode } from '../../../../session/second-factor.ts';
import { Field } from '../../../../ui/forms/field.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { CopyButton } from '../../../../ui/text/copy-button.tsx';

export type NewApp = { factorId: string; image: string; secret: string };

type ConfirmAppStepProps = {
  open: boolean;
  app: NewApp;
  onVerified: () => Promise<void>;
  onClose: () => void;
};

export function ConfirmAppStep({ open, app, onVerified, onClose }: ConfirmAppStepProps) {
  const { field, busy, submit, setFocus } = useServerForm({
    defaultValues: { code: '' },
    send: async ({ code }) => {
      await callAuthClient((client) => proveByCode(client, app.factorId, code));
      await onVerified();
    },
    onFailure: atField('code', proofFailed),
  });
  useEffect(() => setFocus('code'), [setFocus]);

  return (
    <Modal
      open={open}
      onClose={onClose}
      held={busy}
      title="Add Authenticator App"
      description="Scan this QR code with your app, then enter the 6-digit code."
      onSubmit={submit}
      action={{ label: 'Verify', cancelDisabled: busy, busy, busyLabel: 'Verifying...' }}
    >
      <div className="flex flex-col gap-5 md:flex-row md:items-center">
        <QrCode image={app.image} />
        <Secret secret={app.secret} />
      </div>
      <Field
        label="Authentication code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        {...field('code', { validate: checkAppCode, onChange: submitWholeCode(submit) })}
      />
    </Modal>
  );
}

// A camera reads dark on light best, so the plate is light in both themes.
function QrCode({ image }: { image: string }) {
  return (
    <img
      src={image}
      alt="QR code for your authenticator app"
      className="qr-plate size-44 flex-none self-center rounded-2 border border-line-strong p-2"
    />
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="text-small text-pretty text-text-2">
        Can’t scan it? Enter this key instead. You won’t see it again.
      </p>
      <div className="mt-2 flex items-center gap-1 rounded-2 border border-line bg-inset py-1.5 pr-1.5 pl-3.5">
        <code className="min-w-0 flex-1 font-mono text-mono text-text">{inGroups(secret)}</code>
        <CopyButton value={secret} subject="secret" />
      </div>
    </div>
  );
}

// People type four characters at a time.
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ');
