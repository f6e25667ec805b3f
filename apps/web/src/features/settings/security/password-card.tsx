import { Button } from '../../../ui/actions/button.tsx';
import { SettingsCard } from '../settings-card.tsx';
import type { ShowDialog } from './dialogs.ts';

export function PasswordCard({ hasPassword, onShow }: { hasPassword: boolean; onShow: ShowDialog }) {
  return (
    <SettingsCard
      title="Password"
      lede={
        hasPassword
          ? 'A new password signs out every other browser and command line.'
          : 'You have none yet. With a password you can also sign in by email.'
      }
      action={
        <Button size="small" onClick={() => onShow({ kind: 'password' })}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      }
    />
  );
}
