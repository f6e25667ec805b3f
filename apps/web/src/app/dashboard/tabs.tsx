// The tabs of the dashboard stand in the order of the sidebar.
import type { Environment } from '@ballast/contract/api-keys';
import { Activity, Droplets, KeyRound, LayoutGrid, type LucideIcon, Settings } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import type { TabProps } from '../../domain/tab-props.ts';
import { Badge } from '../../ui/badge.tsx';
import type { TabName } from './place.ts';

type Tab = {
  label: string;
  icon: LucideIcon;
  // The note stands in quiet type at the end of the sidebar entry.
  note?: string;
  badge?: ReactNode;
  lede: Record<Environment, string>;
  // The content is loaded when the tab is opened. It draws the header and everything below it.
  content: ComponentType<TabProps>;
};

const KeysTab = lazy(async () => ({
  default: (await import('../../features/api-keys/keys-tab.tsx')).KeysTab,
}));

const ActivitiesTab = lazy(async () => ({
  default: (await import('../../features/activities/activities-tab.tsx')).ActivitiesTab,
}));

const FaucetTab = lazy(async () => ({
  default: (await import('../../features/faucet/faucet-tab.tsx')).FaucetTab,
}));

const MarketplaceTab = lazy(async () => ({
  default: (await import('../../features/marketplace/marketplace-tab.tsx')).MarketplaceTab,
}));

const SettingsTab = lazy(async () => ({
  default: (await import('../../features/settings/settings-tab.tsx')).SettingsTab,
}));

const everywhere = (lede: string) => ({ SANDBOX: lede, PRODUCTION: lede });

export const tabs: Record<TabName, Tab> = {
  keys: {
    label: 'API Keys',
    icon: KeyRound,
    lede: {
      SANDBOX: 'Test keys. Requests made with them never move real funds.',
      PRODUCTION: 'Live keys. Requests made with them move real funds.',
    },
    content: KeysTab,
  },
  activity: {
    label: 'Activity',
    icon: Activity,
    lede: everywhere('Everything that happened on your account and keys.'),
    content: ActivitiesTab,
  },
  faucet: {
    label: 'Coin Faucet',
    icon: Droplets,
    badge: <EnvironmentBadge environment="SANDBOX" />,
    lede: everywhere('Get test tokens from the command line. The faucet works only in sandbox.'),
    content: FaucetTab,
  },
  marketplace: {
    label: 'Marketplace',
    icon: LayoutGrid,
    note: 'Soon',
    badge: <Badge variant="neutral">Coming Soon</Badge>,
    lede: everywhere('Plugins that extend your integration. Installs open later.'),
    content: MarketplaceTab,
  },
  settings: {
    label: 'Settings',
    icon: Settings,
    lede: everywhere('Your profile and the accounts linked to it.'),
    content: SettingsTab,
  },
};
