import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { type Passkey, useSecurityChanged } from '../account-security.ts';
import { NameModal } from '../name-modal.tsx';
import { passkeyName } from './passkeys-card.tsx';

type RenamePasskeyModalProps = { open: boolean; passkey: Passkey; onClose: () => void };

export function RenamePasskeyModal({ open, passkey, onClose }: RenamePasskeyModalProps) {
  const changed = useSecurityChanged();
  const finish = () => {
    onClose();
    return changed();
  };
  return (
    <NameModal
      open={open}
      onClose={onClose}
      title="Rename Passkey"
      action="Rename Passkey"
      busyAction="Renaming..."
      name={passkeyName(passkey)}
      make={(name) =>
        callAuthClient((client) => client.passkey.update({ passkeyId: passkey.id, friendlyName: name }))
      }
      failed="Failed to rename the passkey"
      onMade={finish}
    />
  );
}
