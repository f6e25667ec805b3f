import { factorLimits } from '@ballast/contract/auth/second-factors';
import type { ReactNode } from 'react';
import { portal } from '../../../lib/portal.ts';
import { BackButton } from '../../../ui/actions/back.tsx';
import { TextButton, TextLink } from '../../../ui/text/link.tsx';

type LostAccessProps = {
  email: string;
  recoveryCodes: boolean;
  onRecoveryCode: () => void;
  onPasskey?: () => void;
  onBack: () => void;
};

export function LostAccess(props: LostAccessProps) {
  const { email, recoveryCodes, onRecoveryCode, onPasskey, onBack } = props;
  return (
    <>
      {/* The button that led here is gone, and with it the focus. */}
      <BackButton autoFocus onClick={onBack} />
      <h1 className="mt-3 text-display">Lost access?</h1>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">Try these in order.</p>
      <ol className="flex flex-col gap-5">
        {onPasskey && (
          <Step title="Use a passkey">
            If you added one to your account, it signs you in by itself.{' '}
            <TextButton variant="underlined" onClick={onPasskey}>
              Use a passkey
            </TextButton>
          </Step>
        )}
        {recoveryCodes && (
          <Step title="Use a recovery code">
            You saved ten when you set up two-step verification.{' '}
            <TextButton variant="underlined" onClick={onRecoveryCode}>
              Enter a recovery code
            </TextButton>
          </Step>
        )}
        <Step title="Use a browser that is still signed in">
          If you signed in there in the last {factorLimits.freshMinutes} minutes, open Settings, then
          Security. Add a new authenticator app and remove the one you lost. After that time, you need a
          passkey, another second step or a recovery code first.
        </Step>
        <Step title="Contact support">
          Send a message from <span className="wrap-anywhere">{email}</span> to{' '}
          <TextLink variant="underlined" className="wrap-anywhere" href={`mailto:${portal.supportEmail}`}>
            {portal.supportEmail}
          </TextLink>
          . We’ll verify that you own the account first.
        </Step>
      </ol>
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <p className="text-body font-medium">{title}</p>
      <p className="mt-0.5 text-body text-pretty text-text-2">{children}</p>
    </li>
  );
}
