import { callAuthClient } from '../../../session/call-auth-client.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { type AccountSecurity, useSecurityChanged } from './account-security.ts';
import { NameModal } from './name-modal.tsx';
import { useFirstCodes } from './recovery-codes/first-codes.ts';
import { SaveCodesModal } from './recovery-codes/save-codes-modal.tsx';

type AddKeyModalProps = { open: boolean; security: AccountSecurity; onClose: () => void };

export function AddKeyModal({ open, security, onClose }: AddKeyModalProps) {
  const changed = useSecurityChanged();
  const { codes, createFirst } = useFirstCodes(security);
  const finish = async () => {
    showToast.success('Security key added');
    if (!(await createFirst())) onClose();
    await changed();
  };

  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  return (
    <NameModal
      open={open}
      onClose={onClose}
      title="Add Security Key"
      description="Insert the key. Your browser asks you to touch it, sometimes twice."
      action="Add Security Key"
      busyAction="Waiting..."
      name={`Security key${security.keys.length ? ` ${security.keys.length + 1}` : ''}`}
      make={(name) => callAuthClient(({ mfa }) => mfa.webauthn.register({ friendlyName: name }))}
      failed="Failed to add the security key. Please try again."
      onMade={finish}
    />
  );
}
