import { stored } from '../../../../session/browser-storage.ts';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { useSecurityChanged } from '../account-security.ts';
import { NameModal } from '../name-modal.tsx';

const addPasskey = async (name: string) => {
  const { id } = await callAuthClient((client) => client.registerPasskey());
  stored.passkeyKnown.write('yes');
  // The passkey works by now, whatever it is called.
  if (!name) return;
  await callAuthClient(({ passkey }) => passkey.update({ passkeyId: id, friendlyName: name })).catch(
    () => {},
  );
};

export function AddPasskeyModal({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      description="Your browser asks where to keep it: on this device, on your phone or on a security key."
      action="Add Passkey"
      busyAction="Waiting..."
      optional
      hint="So that you know it again, for example Work laptop."
      make={addPasskey}
      failed="Failed to add the passkey. Please try again."
      onMade={finish}
    />
  );
}
