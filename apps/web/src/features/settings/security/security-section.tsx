import { refusalMessage } from '../../../lib/failure-message.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { ConnectedAccountsCard } from '../connected-accounts-card.tsx';
import { ListFailure } from '../list-states.tsx';
import { type AccountSecurity, useAccountSecurity } from './account-security.ts';
import { DevicesCard } from './devices-card.tsx';
import { useSecurityDialog } from './dialogs.ts';
import { FactorsCard } from './factors-card.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { protectionOf } from './protection.ts';
import { ProtectionCard } from './protection-card.tsx';
import { RecoveryCodesCard } from './recovery-codes/recovery-codes-card.tsx';
import { SecurityDialogs } from './security-dialogs.tsx';
import { SecurityLoading } from './security-loading.tsx';
import { SessionsCard } from './sessions-card.tsx';

const loadingFailed = 'Failed to load your security settings';

export function SecuritySection() {
  const { data, error, refetch } = useAccountSecurity();
  return (
    <div className="flex flex-col gap-5">
      {data && <WaysIn security={data} />}
      {!data &&
        (error ? (
          <Card className="overflow-hidden *:border-t-0">
            <ListFailure message={refusalMessage(error, loadingFailed)} onRetry={refetch} />
          </Card>
        ) : (
          <SecurityLoading />
        ))}
      <ConnectedAccountsCard />
      <SessionsCard />
      <DevicesCard />
    </div>
  );
}

function WaysIn({ security }: { security: AccountSecurity }) {
  const { dialog, key, open, show, close } = useSecurityDialog();
  return (
    <>
      <ProtectionCard protection={protectionOf(security)} onNext={(kind) => show({ kind })} />
      <PasswordCard hasPassword={security.hasPassword} onShow={show} />
      <PasskeysCard passkeys={security.passkeys} onShow={show} />
      <FactorsCard apps={security.apps} keys={security.keys} onShow={show} />
      <RecoveryCodesCard security={security} onShow={show} />
      {dialog && (
        <SecurityDialogs key={key} dialog={dialog} open={open} security={security} onClose={close} />
      )}
    </>
  );
}
