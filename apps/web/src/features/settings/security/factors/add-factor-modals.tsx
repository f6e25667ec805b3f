import { useState } from 'react';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { type AccountSecurity, renewSession, useSecurityChanged } from '../account-security.ts';
import { NameModal } from '../name-modal.tsx';
import { SaveCodesModal } from '../recovery-codes/save-codes-modal.tsx';
import { ConfirmAppStep, type NewApp } from './confirm-app-step.tsx';

type AddFactorProps = { open: boolean; security: AccountSecurity; onClose: () => void };

// Nobody should have a second factor without a way back in, so the first one brings recovery codes with it.
const useFactorAdded = ({ security, onClose }: AddFactorProps, message: string) => {
  const [codes, setCodes] = useState<string[] | null>(null);
  const changed = useSecurityChanged();
  // If the codes cannot be made now, the section asks for them.
  const finish = async () => {
    showToast.success(message);
    if (security.recoveryCodes) onClose();
    else {
      try {
        const created = await callAuthClient(({ mfa }) => mfa.recoveryCodes.generate());
        setCodes(created.codes);
        await renewSession().catch(() => {});
      } catch {
        onClose();
      }
    }
    await changed();
  };
  return { codes, finish };
};

const enrolApp = async (name: string): Promise<NewApp> => {
  const { id, totp } = await callAuthClient(({ mfa }) =>
    mfa.enroll({ factorType: 'totp', ...(name && { friendlyName: name }) }),
  );
  return { factorId: id, image: totp.qr_code, secret: totp.secret };
};

// A name, then the QR code and a first code of the app, then the recovery codes if there are none.
export function AddAppModal(props: AddFactorProps) {
  const { open, onClose } = props;
  const [app, setApp] = useState<NewApp | null>(null);
  const { codes, finish } = useFactorAdded(props, 'Authenticator app added');
  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  if (app) return <ConfirmAppStep open={open} app={app} onVerified={finish} onClose={onClose} />;
  return (
    <NameModal
      open={open}
      onClose={onClose}
      title="Add Authenticator App"
      description="Works with 1Password, Authy, Google Authenticator and others."
      action="Continue"
      busyAction="Preparing..."
      optional
      hint="Helps you recognize it later, e.g. “Work phone”."
      make={enrolApp}
      failed="Failed to add the app. Please try again."
      onMade={setApp}
    />
  );
}

export function AddKeyModal(props: AddFactorProps) {
  const { open, security, onClose } = props;
  const { codes, finish } = useFactorAdded(props, 'Security key added');
  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  return (
    <NameModal
      open={open}
      onClose={onClose}
      title="Add Security Key"
      description="Insert the key and touch it when your browser asks. It may ask twice."
      action="Add Security Key"
      busyAction="Waiting..."
      name={`Security key${security.keys.length ? ` ${security.keys.length + 1}` : ''}`}
      make={(name) => callAuthClient(({ mfa }) => mfa.webauthn.register({ friendlyName: name }))}
      failed="Failed to add the security key. Please try again."
      onMade={finish}
    />
  );
}
