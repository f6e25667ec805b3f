import { stored } from '../../../../session/browser-storage.ts';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { Name } from '../../../../ui/text/name.tsx';
import { type Passkey, useSecurityChanged } from '../account-security.ts';
import { NameModal } from '../name-modal.tsx';
import { RemoveModal } from '../remove-modal.tsx';
import { passkeyName } from './passkeys-card.tsx';

type ModalProps = { open: boolean; onClose: () => void };
type PasskeyModalProps = ModalProps & { passkey: Passkey };

const addPasskey = async (name: string) => {
  const { id } = await callAuthClient((client) => client.registerPasskey());
  stored.passkeyKnown.write('yes');
  // The passkey works by now, whatever it is called.
  if (!name) return;
  await callAuthClient(({ passkey }) => passkey.update({ passkeyId: id, friendlyName: name })).catch(
    () => {},
  );
};

export function AddPasskeyModal({ open, onClose }: ModalProps) {
  const changed = useSecurityChanged();
  const finish = () => {
    showToast.success('Passkey added');
    onClose();
    return changed();
  };
  return (
    <NameModal
      open={open}
      onClose={onClose}
      title="Add Passkey"
      description="Choose where to save it when your browser asks: this device, your phone or a security key."
      action="Add Passkey"
      busyAction="Waiting..."
      optional
      hint="Helps you recognize it later, e.g. “Work laptop”."
      make={addPasskey}
      failed="Failed to add the passkey. Please try again."
      onMade={finish}
    />
  );
}

export function RenamePasskeyModal({ open, passkey, onClose }: PasskeyModalProps) {
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

export function RemovePasskeyModal({ passkey, ...modal }: PasskeyModalProps) {
  return (
    <RemoveModal
      {...modal}
      what="Passkey"
      description={
        <>
          <Name>{passkeyName(passkey)}</Name> no longer signs in, and other browsers that it signed in are
          signed out. Delete it on your device, too.
        </>
      }
      remove={() => callAuthClient((client) => client.passkey.delete({ passkeyId: passkey.id }))}
    />
  );
}
