import { ConnectedAccountsCard } from '../connected-accounts-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SecuritySection() {
  return (
    <div className="flex flex-col gap-5">
      <ConnectedAccountsCard />
      <SessionsCard />
      <DevicesCard />
    </div>
  );
}
