// This reads which tab of which environment the dashboard shows.
import type { Environment } from '@ballast/contract/api-keys';
import { environments, toSlug } from '../../domain/environment.ts';

export const tabNames = ['keys', 'activity', 'faucet', 'marketplace', 'settings'] as const;
export type TabName = (typeof tabNames)[number];

export type DashboardPlace = { tab: TabName; environment: Environment };

export const tabExists = (tab: TabName, environment: Environment) =>
  tab !== 'faucet' || environment === 'SANDBOX';

export const toPlace = (tab: TabName, environment: Environment): DashboardPlace => ({
  tab: tabExists(tab, environment) ? tab : 'keys',
  environment,
});

export const parseStoredPlace = (tab: string | null, environment: string | null): DashboardPlace =>
  toPlace(
    tabNames.find((name) => name === tab) ?? 'keys',
    environments.find((name) => toSlug(name) === environment) ?? 'SANDBOX',
  );

// An address can ask for production and for the settings; it can ask for nothing else.
export const readRequestedPlace = ({
  search,
  hash,
}: {
  search: string;
  hash: string;
}): Partial<DashboardPlace> => ({
  ...(new URLSearchParams(search).get('env') === 'production' && { environment: 'PRODUCTION' }),
  ...(hash.replace('#', '') === 'settings' && { tab: 'settings' }),
});
