// Adds an authenticator app: a name, then the QR code and a first code of the app, then the recovery codes if there are none.
import { useState } from 'react';
import { callAuthClient } from '../../../session/call-auth-client.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { type AccountSecurity, useSecurityChanged } from './account-security.ts';
import { ConfirmAppStep, type NewApp } from './confirm-app-step.tsx';
import { NameModal } from './name-modal.tsx';
import { useFirstCodes } from './recovery-codes/first-codes.ts';
import { SaveCodesModal } from './recovery-codes/save-codes-modal.tsx';

type AddAppModalProps = { open: boolean; security: AccountSecurity; onClose: () => void };

const enrol = async (name: string): Promise<NewApp> => {
  const { id, totp } = await callAuthClient(({ mfa }) =>
    mfa.enroll({ factorType: 'totp', ...(name && { friendlyName: name }) }),
  );
  return { factorId: id, image: totp.qr_code, secret: totp.secret };
};

export function AddAppModal({ open, security, onClose }: AddAppModalProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  const changed = useSecurityChanged();
  const { codes, createFirst } = useFirstCodes(security);

  const finish = async () => {
    showToast.success('Authenticator app added');
    if (!(await createFirst())) onClose();
    await changed();
  };

  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  if (app) return <ConfirmAppStep open={open} app={app} onVerified={finish} onClose={onClose} />;
  return (
    <NameModal
      open={open}
      onClose={onClose}
      title="Add Authenticator App"
      description="Any app works that shows one-time codes."
      action="Continue"
      busyAction="Preparing..."
      optional
      hint="So that you know it again, for example Phone."
      make={enrol}
      failed="Failed to add the app. Please try again."
      onMade={setApp}
    />
  );
}
