import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { RemoveModal } from '../remove-modal.tsx';

export function RemoveCodesModal(modal: { open: boolean; onClose: () => void }) {
  return (
    <RemoveModal
      {...modal}
      what="Recovery Codes"
      description="Without them, a lost second factor locks you out. Whoever signed in with one is asked for the second factor."
      remove={() => callAuthClient(({ mfa }) => mfa.recoveryCodes.unenroll())}
    />
  );
}
