import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { ChangeEmailModal } from './change-email-modal.tsx';
import { SettingsCard } from './settings-card.tsx';

export function EmailCard({ email }: { email: string }) {
  const dialog = useDialog();
  const [asked, setAsked] = useState<string | null>(null);
  const pending = asked !== null && asked !== email;
  return (
    <SettingsCard title="Email" lede="Reset links and security notices go to this address.">
      <div className="flex flex-col gap-4 px-4 pb-5 md:px-6">
        <div className="flex flex-col gap-3 md:flex-row md:items-end">
          <div className="min-w-0 flex-1">
            <Field label="Email" type="email" readOnly value={email} />
          </div>
          <Button onClick={dialog.show}>Change</Button>
        </div>
        {pending && (
          <Banner variant="neutral">
            Waiting for <strong className="font-medium wrap-anywhere">{asked}</strong>. Your email changes
            when the link that we sent there is opened.
          </Banner>
        )}
      </div>
      <ChangeEmailModal key={dialog.key} open={dialog.open} onClose={dialog.close} onAsked={setAsked} />
    </SettingsCard>
  );
}
