import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { ChangeEmailModal } from './change-email-modal.tsx';
import { SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';

export function EmailCard({ email }: { email: string }) {
  const dialog = useDialog();
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null);
  const pending = requestedEmail !== null && requestedEmail !== email;
  return (
    <SettingsCard title="Email" lede="Reset links and security notices go to this address.">
      <SettingsRows>
        <SettingsRow
          icon={<Mail aria-hidden="true" />}
          title={<span className="wrap-anywhere">{email}</span>}
          detail={
            pending
              ? `Waiting for ${requestedEmail}. Your email changes when the link that we sent there is opened.`
              : 'Verified'
          }
          action={
            <Button size="small" onClick={dialog.show}>
              Change
            </Button>
          }
        />
      </SettingsRows>
      <ChangeEmailModal
        key={dialog.key}
        open={dialog.open}
        onClose={dialog.close}
        onRequested={setRequestedEmail}
      />
    </SettingsCard>
  );
}
