import { lazyPartWith } from '../../domain/lazy-part.ts';
import type { TabProps } from '../../domain/tab-props.ts';
import { useSession } from '../../session/session-state.ts';
import { Tabs } from '../../ui/actions/tabs.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ConnectedAccountsCard } from './connected-accounts-card.tsx';
import { DataCard } from './data-card.tsx';
import { EmailCard } from './email-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecurityLoading } from './security/security-loading.tsx';

const SecuritySection = lazyPartWith(
  () => import('./security/security-section.tsx'),
  'SecuritySection',
  <SecurityLoading />,
);

export function SettingsTab({ header, section, goToSection }: TabProps) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHeader
        {...header}
        lede={section === 'security' ? 'Manage sign-in methods, sessions and devices.' : header.lede}
      />
      <Tabs
        label="Settings"
        value={section}
        onChange={goToSection}
        tabs={[
          {
            value: 'profile',
            label: 'Profile',
            panel: (
              <div className="flex flex-col gap-5">
                <ProfileForm user={user} />
                <EmailCard email={user.email} />
                <ConnectedAccountsCard />
                <DataCard user={user} />
              </div>
            ),
          },
          {
            value: 'security',
            label: 'Security',
            panel: <SecuritySection />,
          },
        ]}
      />
    </>
  );
}
