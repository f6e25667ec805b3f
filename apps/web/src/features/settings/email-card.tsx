import { Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../domain/lazy-part.ts';
import { PartLoading } from '../../domain/part-loading.tsx';
import { onIntent } from '../../lib/on-intent.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';

// With its form the dialog weighs more than the card, so it is loaded when somebody is about to open it.
const loadModal = () => import('./change-email-modal.tsx');
const ChangeEmailModal = lazyPart(loadModal, 'ChangeEmailModal');

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
        <Suspense fallback={<PartLoading />}>
          <ChangeEmailModal
            key={dialog.key}
            open={dialog.open}
            onClose={dialog.close}
            onRequested={setRequestedEmail}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}
