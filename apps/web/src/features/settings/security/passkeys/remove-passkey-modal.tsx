import { callAuthClient } from '../../../../session/call-auth-client.ts';
import type { Passkey } from '../account-security.ts';
import { Removed, RemoveModal } from '../remove-modal.tsx';
import { passkeyName } from './passkeys-card.tsx';

type RemovePasskeyModalProps = { open: boolean; passkey: Passkey; onClose: () => void };

export function RemovePasskeyModal({ passkey, ...modal }: RemovePasskeyModalProps) {
  return (
    <RemoveModal
      {...modal}
      what="Passkey"
      description={
        <>
          <Removed name={passkeyName(passkey)} /> no longer signs in, and other browsers that it signed in are
          signed out. Delete it on your device, too.
        </>
      }
      remove={() => callAuthClient((client) => client.passkey.delete({ passkeyId: passkey.id }))}
    />
  );
}
