import { exportData } from '@ballast/contract/auth/leaving';
import type { User } from '@ballast/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { Download, UserX } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../domain/lazy-part.ts';
import { PartLoading } from '../../domain/part-loading.tsx';
import { failureMessage } from '../../lib/failure-message.ts';
import { onIntent } from '../../lib/on-intent.ts';
import { saveFile } from '../../lib/save-file.ts';
import { call } from '../../session/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';

const downloadFailed = 'Failed to download your data';

// With its form the dialog weighs more than the card, so it is loaded when somebody is about to open it.
const loadModal = () => import('./delete-account-modal.tsx');
const DeleteAccountModal = lazyPart(loadModal, 'DeleteAccountModal');

export function DataCard({ user }: { user: User }) {
  const dialog = useDialog();
  return (
    <SettingsCard title="Your data" lede="What we hold about you is yours.">
      <SettingsRows>
        <SettingsRow
          icon={<Download />}
          title="Download your data"
          detail="One JSON file with your profile, keys, sessions and activities. It holds no secrets."
          action={<DownloadData />}
        />
        <SettingsRow
          icon={<UserX />}
          title="Delete your account"
          detail="Your API keys stop at once. You have 7 days to change your mind."
          action={
            <Button size="small" variant="danger" onClick={dialog.show} {...onIntent(loadModal)}>
              Delete<span className="sr-only"> your account</span>
            </Button>
          }
        />
      </SettingsRows>
      {dialog.wasOpened && (
        <Suspense fallback={<PartLoading />}>
          <DeleteAccountModal key={dialog.key} open={dialog.open} onClose={dialog.close} email={user.email} />
        </Suspense>
      )}
    </SettingsCard>
  );
}

function DownloadData() {
  const download = useMutation({
    mutationFn: () => call(exportData),
    onSuccess: (text) =>
      saveFile({
        name: `account-${new Date().toISOString().slice(0, 10)}.json`,
        text,
        type: 'application/json',
      }),
    onError: (error) => showToast.error(failureMessage(error, downloadFailed)),
  });
  return (
    <Button size="small" busy={download.isPending} onClick={() => download.mutate()}>
      Download<span className="sr-only"> your data</span>
    </Button>
  );
}
