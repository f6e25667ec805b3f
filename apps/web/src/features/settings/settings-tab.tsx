import { useSession } from '../../session/store.ts';
import { ConnectedAccountsCard } from './connected-accounts-card.tsx';
import { EmailCard } from './email-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SettingsTab() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="flex flex-col gap-5">
      <EmailCard email={user.email} />
      <ConnectedAccountsCard />
      <SessionsCard />
    </div>
  );
}
