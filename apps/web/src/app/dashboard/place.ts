import type { Environment } from '@ballast/contract/keys/api-keys';
import {
  placeInPath,
  requestsPage,
  type TabName,
  tabNames,
  withoutTrailingSlashes,
} from '@ballast/contract/screens';
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

// The security settings are a section with an address of its own.
const places = new Map<string, Partial<DashboardPlace>>([
  ...tabNames.map((tab) => [tab, { tab }] as const),
  ['settings', { tab: 'settings', section: 'profile' }],
  ['security', { tab: 'settings', section: 'security' }],
  [requestsPage, { tab: 'keys' }],
]);

const nameOf = ({ tab, section }: Pick<DashboardPlace, 'tab' | 'section'>) =>
  tab === 'settings' && section === 'security' ? 'security' : tab;

export const pathOf = (place: Pick<DashboardPlace, 'tab' | 'section'>) => `/dashboard/${nameOf(place)}`;

// A link that is opened in another browser tab brings its environment along.
export const linkTo = (tab: TabName, environment: Environment) =>
  `${pathOf({ tab, section: 'profile' })}?env=${toSlug(environment)}`;

type Address = { pathname: string; search: string; hash: string };

// The path names a place for as long as it is shown.
export const readPath = ({ pathname }: Pick<Address, 'pathname'>): Partial<DashboardPlace> =>
  places.get(placeInPath(withoutTrailingSlashes(pathname)) ?? '') ?? {};

export const isRequestsPage = (pathname: string) =>
  placeInPath(withoutTrailingSlashes(pathname)) === requestsPage;

// An environment and a place behind # are followed once.
export const readRequestedPlace = ({ search, hash }: Omit<Address, 'pathname'>): Partial<DashboardPlace> => {
  const slug = new URLSearchParams(search).get('env');
  const environment = environments.find((name) => toSlug(name) === slug);
  return { ...(environment && { environment }), ...places.get(hash.replace('#', '')) };
};

// What is left of an address that was followed.
export const withoutRequest = ({ pathname, search }: Omit<Address, 'hash'>) => {
  const rest = new URLSearchParams(search);
  rest.delete('env');
  return `${pathname}${rest.size ? `?${rest}` : ''}`;
};
