import type { Environment } from '@ballast/contract/keys/api-keys';
import type { TabName } from '@ballast/contract/screens';
import { Activity, Droplets, KeyRound, LayoutGrid, type LucideIcon, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { tabContent } from './tab-content.tsx';

type Tab = {
  label: string;
  icon: LucideIcon;
  note?: string;
  badge?: ReactNode;
  lede: Record<Environment, string>;
  // It draws the header and everything below it.
  content: ReturnType<typeof tabContent>;
};

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
    lede: everywhere('Everything that happened on your account and keys.'),
    content: tabContent(async () => (await import('../../features/activities/activity-tab.tsx')).ActivityTab),
  },
  faucet: {
    label: 'Coin Faucet',
    icon: Droplets,
    badge: <EnvironmentBadge environment="SANDBOX" />,
    lede: everywhere('Get test tokens from the command line. The faucet works only in sandbox.'),
    content: tabContent(async () => (await import('../../features/faucet/faucet-tab.tsx')).FaucetTab),
  },
  marketplace: {
    label: 'Marketplace',
    icon: LayoutGrid,
    note: 'Soon',
    badge: <Badge variant="neutral">Coming Soon</Badge>,
    lede: everywhere('Plugins that extend your integration. Installs open later.'),
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
