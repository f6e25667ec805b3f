import { callAuthClient } from '../../../session/call-auth-client.ts';
import type { AccountSecurity, SecurityDialog } from './account-security.ts';
import { AddAppModal, AddKeyModal } from './factors/add-factor-modals.tsx';
import { RemoveFactorModal } from './factors/remove-factor-modal.tsx';
import { AddPasskeyModal, RemovePasskeyModal, RenamePasskeyModal } from './passkeys/passkey-modals.tsx';
import { PasswordModal } from './password-modal.tsx';
import { CreateCodesModal } from './recovery-codes/create-codes-modal.tsx';
import { RemoveModal } from './remove-modal.tsx';

type SecurityDialogsProps = {
  dialog: SecurityDialog;
  open: boolean;
  security: AccountSecurity;
  onClose: () => void;
};

export function SecurityDialogs({ dialog, security, ...modal }: SecurityDialogsProps) {
  switch (dialog.kind) {
    case 'password':
      return <PasswordModal {...modal} security={security} />;
    case 'add-passkey':
      return <AddPasskeyModal {...modal} />;
    case 'rename-passkey':
      return <RenamePasskeyModal {...modal} passkey={dialog.passkey} />;
    case 'remove-passkey':
      return <RemovePasskeyModal {...modal} passkey={dialog.passkey} />;
    case 'add-app':
      return <AddAppModal {...modal} security={security} />;
    case 'add-key':
      return <AddKeyModal {...modal} security={security} />;
    case 'remove-factor':
      return <RemoveFactorModal {...modal} factor={dialog.factor} security={security} />;
    case 'create-codes':
      return <CreateCodesModal {...modal} replaces={false} />;
    case 'replace-codes':
      return <CreateCodesModal {...modal} replaces />;
    case 'remove-codes':
      return (
        <RemoveModal
          {...modal}
          what="Recovery Codes"
          description="Without them, losing your device locks you out. Browsers that signed in with a recovery code have to sign in again with your second step."
          remove={() => callAuthClient(({ mfa }) => mfa.recoveryCodes.unenroll())}
        />
      );
  }
}
