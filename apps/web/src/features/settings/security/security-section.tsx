import { Button } from '../../../ui/actions/button.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { SettingsCard } from '../settings-card.tsx';
import { type AccountSecurity, type SecurityDialog, useAccountSecurity } from './account-security.ts';
import { DevicesCard } from './devices-card.tsx';
import { FactorsCard } from './factors/factors-card.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { ProtectionCard } from './protection-card.tsx';
import { RecoveryCodesCard } from './recovery-codes/recovery-codes-card.tsx';
import { SecurityDialogs } from './security-dialogs.tsx';
import { SecurityLoading } from './security-loading.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SecuritySection() {
  const query = useAccountSecurity();
  return (
    <div className="flex flex-col gap-5">
      {query.data ? <WaysIn security={query.data} /> : <SecurityLoading query={query} />}
      <SessionsCard />
      <DevicesCard />
    </div>
  );
}

// One dialog is open at a time. Several buttons lead to the same one.
function WaysIn({ security }: { security: AccountSecurity }) {
  const { content, key, open, show, close } = useDialog<SecurityDialog>();
  return (
    <>
      <ProtectionCard security={security} onNext={(kind) => show({ kind })} />
      <SettingsCard
        title="Password"
        lede={
          security.hasPassword
            ? 'A new password signs out every other browser and device.'
            : 'You don’t have a password. Set one to sign in by email, too.'
        }
        action={
          <Button size="small" onClick={() => show({ kind: 'password' })}>
            {security.hasPassword ? 'Change password' : 'Set password'}
          </Button>
        }
      />
      <PasskeysCard passkeys={security.passkeys} onShow={show} />
      <FactorsCard apps={security.apps} keys={security.keys} onShow={show} />
      <RecoveryCodesCard security={security} onShow={show} />
      {content && (
        <SecurityDialogs key={key} dialog={content} open={open} security={security} onClose={close} />
      )}
    </>
  );
}
