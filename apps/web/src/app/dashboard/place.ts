// This reads which tab of which environment the dashboard shows, and which section of the settings.
import type { Environment } from '@ballast/contract/api-keys';
import { environments, toSlug } from '../../domain/environment.ts';
import { type SettingsSection, settingsSections } from '../../domain/tab-props.ts';

export const tabNames = ['keys', 'activity', 'faucet', 'marketplace', 'settings'] as const;
export type TabName = (typeof tabNames)[number];

export type ShownTab = { tab: TabName; environment: Environment };
export type DashboardPlace = ShownTab & { section: SettingsSection };

export const tabExists = (tab: TabName, environment: Environment) =>
  tab !== 'faucet' || environment === 'SANDBOX';

export const toPlace = ({ tab, environment, section }: DashboardPlace): DashboardPlace => ({
  tab: tabExists(tab, environment) ? tab : 'keys',
  environment,
  section,
});

export const parseStoredPlace = (
  tab: string | null,
  environment: string | null,
  section: string | null = null,
): DashboardPlace =>
  toPlace({
    tab: tabNames.find((name) => name === tab) ?? 'keys',
    environment: environments.find((name) => toSlug(name) === environment) ?? 'SANDBOX',
    section: settingsSections.find((name) => name === section) ?? 'profile',
  });

// The settings have an address for each of their sections. The first of them is the one that the specification names.
const settingsAddresses: Record<string, SettingsSection> = { settings: 'profile', security: 'security' };

// An address can ask for production and for a section of the settings; it can ask for nothing else.
export const readRequestedPlace = ({
  search,
  hash,
}: {
  search: string;
  hash: string;
}): Partial<DashboardPlace> => {
  const section = new Map(Object.entries(settingsAddresses)).get(hash.replace('#', ''));
  return {
    ...(new URLSearchParams(search).get('env') === 'production' && { environment: 'PRODUCTION' }),
    ...(section && { tab: 'settings', section }),
  };
};
