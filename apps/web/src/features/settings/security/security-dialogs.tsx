import type { AccountSecurity } from './account-security.ts';
import { AddAppModal } from './add-app-modal.tsx';
import { AddKeyModal } from './add-key-modal.tsx';
import type { SecurityDialog } from './dialogs.ts';
import { AddPasskeyModal } from './passkeys/add-passkey-modal.tsx';
import { RemovePasskeyModal } from './passkeys/remove-passkey-modal.tsx';
import { RenamePasskeyModal } from './passkeys/rename-passkey-modal.tsx';
import { PasswordModal } from './password-modal.tsx';
import { CreateCodesModal } from './recovery-codes/create-codes-modal.tsx';
import { RemoveCodesModal } from './recovery-codes/remove-codes-modal.tsx';
import { RemoveFactorModal } from './remove-factor-modal.tsx';

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
      return <RemoveCodesModal {...modal} />;
  }
}
