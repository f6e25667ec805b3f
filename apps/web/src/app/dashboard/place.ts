import type { Environment } from '@ballast/contract/keys/api-keys';
import { type TabName, tabNames } from '@ballast/contract/screens';
import { environments, toSlug } from '../../domain/environment.ts';
import { type SettingsSection, settingsSections } from '../../domain/tab-props.ts';

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

// Each tab has an address, and the settings have one for each of their sections.
const addresses = new Map<string, Partial<DashboardPlace>>([
  ...tabNames.map((tab) => [tab, { tab }] as const),
  ['settings', { tab: 'settings', section: 'profile' }],
  ['security', { tab: 'settings', section: 'security' }],
]);

// An address can ask for an environment and for a tab or a section of the settings; it can ask for nothing else.
export const readRequestedPlace = ({
  search,
  hash,
}: {
  search: string;
  hash: string;
}): Partial<DashboardPlace> => {
  const slug = new URLSearchParams(search).get('env');
  const environment = environments.find((name) => toSlug(name) === slug);
  return { ...(environment && { environment }), ...addresses.get(hash.replace('#', '')) };
};
