import { Mail } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../domain/page-loading.tsx';
import { onIntent } from '../../lib/on-intent.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';

const loadModal = () => import('./change-email-modal.tsx');
const ChangeEmailModal = lazyDialog(loadModal, 'ChangeEmailModal');

export function EmailCard({ email }: { email: string }) {
  const dialog = useDialog();
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null);
  const pending = requestedEmail !== null && requestedEmail !== email;
  return (
    <SettingsCard title="Email" lede="Reset links and security notices go to this address.">
      <SettingsRows>
        <SettingsRow
          icon={<Mail />}
          title={<span className="wrap-anywhere">{email}</span>}
          detail={
            pending
              ? `Waiting for ${requestedEmail}. Your email changes when the link that we sent there is opened.`
              : 'Verified'
          }
          action={
            <Button size="small" onClick={dialog.show} {...onIntent(loadModal)}>
              Change
            </Button>
          }
        />
      </SettingsRows>
      {dialog.wasOpened && (
        <ChangeEmailModal
          key={dialog.key}
          open={dialog.open}
          onClose={dialog.close}
          onRequested={setRequestedEmail}
        />
      )}
    </SettingsCard>
  );
}
