import type { Environment } from '@ballast/contract/keys/api-keys';
import type { TabName } from '@ballast/contract/screens';
import { Activity, Droplets, KeyRound, LayoutGrid, type LucideIcon, Settings } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { loadPatiently } from '../../domain/lazy-part.ts';
import type { TabProps } from '../../domain/tab-props.ts';
import { Badge } from '../../ui/text/badge.tsx';

// The content of a tab is loaded when the tab is opened. Loaded content is drawn at once. React's `lazy` would show its loading state
// even then, for 300 ms.
type Content = ComponentType<TabProps>;

const tabContent = (load: () => Promise<Content>) => {
  let loaded: Content | null = null;
  const preload = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Lazy = lazy(() => loadPatiently(preload));

  function TabContent(props: TabProps) {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(TabContent, { preload });
};

type Tab = {
  label: string;
  icon: LucideIcon;
  note?: string;
  badge?: ReactNode;
  lede: Record<Environment, string>;
  content: ReturnType<typeof tabContent>;
};

// What lies above a tab has no place in the sidebar.
type PageAbove = Pick<Tab, 'label' | 'badge' | 'lede' | 'content'>;

const everywhere = (lede: string) => ({ SANDBOX: lede, PRODUCTION: lede });

export const tabs: Record<TabName, Tab> = {
  keys: {
    label: 'API Keys',
    icon: KeyRound,
    lede: {
      SANDBOX: 'Test keys. Requests made with them never move real funds.',
      PRODUCTION: 'Live keys. Requests made with them move real funds.',
    },
    content: tabContent(async () => (await import('../../features/api-keys/keys-tab.tsx')).KeysTab),
  },
  activity: {
    label: 'Activity',
    icon: Activity,
    lede: everywhere('A log of changes and sign-ins in your account.'),
    content: tabContent(async () => (await import('../../features/activities/activity-tab.tsx')).ActivityTab),
  },
  faucet: {
    label: 'Coin Faucet',
    icon: Droplets,
    badge: <EnvironmentBadge environment="SANDBOX" />,
    lede: everywhere('Get test tokens here or from the command line. The faucet works only in sandbox.'),
    content: tabContent(async () => (await import('../../features/faucet/faucet-tab.tsx')).FaucetTab),
  },
  marketplace: {
    label: 'Marketplace',
    icon: LayoutGrid,
    note: 'Soon',
    badge: <Badge variant="neutral">Coming Soon</Badge>,
    lede: everywhere('Plugins for your integration. Available soon.'),
    content: tabContent(
      async () => (await import('../../features/marketplace/marketplace-tab.tsx')).MarketplaceTab,
    ),
  },
  settings: {
    label: 'Settings',
    icon: Settings,
    lede: everywhere('Your profile and the accounts linked to it.'),
    content: tabContent(async () => (await import('../../features/settings/settings-tab.tsx')).SettingsTab),
  },
};

export const requestsAbove: PageAbove = {
  label: 'Requests',
  lede: {
    SANDBOX: 'Every request with your sandbox keys, as it happens.',
    PRODUCTION: 'Every request with your production keys, as it happens.',
  },
  content: tabContent(
    async () => (await import('../../features/api-keys/requests/requests-tab.tsx')).RequestsTab,
  ),
};
