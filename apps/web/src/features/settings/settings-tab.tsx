import type { TabProps } from '../../domain/tab-props.ts';
import { useSession } from '../../session/store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ConnectedAccountsCard } from './connected-accounts-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { EmailCard } from './email-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SettingsTab({ header }: TabProps) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHeader {...header} />
      <div className="flex flex-col gap-5">
        <ProfileForm user={user} />
        <EmailCard email={user.email} />
        <ConnectedAccountsCard />
        <SessionsCard />
        <DevicesCard />
      </div>
    </>
  );
}
