import { exportData } from '@ballast/contract/auth/leaving';
import type { User } from '@ballast/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { Download, UserX } from 'lucide-react';
import { lazyDialog } from '../../domain/page-loading.tsx';
import { failureMessage } from '../../lib/failure-message.ts';
import { onIntent } from '../../lib/on-intent.ts';
import { saveFile } from '../../lib/save-file.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { RowButton, SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';

const loadModal = () => import('./delete-account-modal.tsx');
const DeleteAccountModal = lazyDialog(loadModal, 'DeleteAccountModal');

export function DataCard({ user }: { user: User }) {
  const dialog = useDialog();
  const download = useMutation({
    mutationFn: () => call(exportData),
    onSuccess: (text) =>
      saveFile({
        name: `account-${new Date().toISOString().slice(0, 10)}.json`,
        text,
        type: 'application/json',
      }),
    onError: (error) => showToast.error(failureMessage(error, 'Failed to download your data')),
  });
  return (
    <SettingsCard title="Your Data" lede="Export or delete your data.">
      <SettingsRows>
        <SettingsRow
          icon={<Download />}
          title="Download your data"
          detail="One JSON file with your profile, keys, sessions and activities. Doesn’t include key values."
          action={
            <RowButton subject="your data" busy={download.isPending} onClick={() => download.mutate()}>
              Download
            </RowButton>
          }
        />
        <SettingsRow
          icon={<UserX />}
          title="Delete your account"
          detail="Your API keys stop working immediately. You have 7 days to change your mind."
          action={
            <RowButton subject="your account" variant="danger" onClick={dialog.show} {...onIntent(loadModal)}>
              Delete
            </RowButton>
          }
        />
      </SettingsRows>
      {dialog.wasOpened && (
        <DeleteAccountModal key={dialog.key} open={dialog.open} onClose={dialog.close} email={user.email} />
      )}
    </SettingsCard>
  );
}
