// Every screen of the web app. The component SupportScreen in `support-screen.tsx` draws the screen `support`. The router, its guard,
// the preloads, the measurements and the pictures follow from this table, and the server answers any other address with 404.

// `/\/+$/` would start again at every slash: a stranger could ask for seconds of work with one long path.
export const withoutTrailingSlashes = (text: string) => {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

// Who may see a screen. `app/redirects.ts` of the web app says where everybody else is sent.
export type Access =
  | 'everybody'
  | 'nobody'
  | 'signed-out'
  | 'signed-in'
  | 'second-factor'
  | 'unverified'
  | 'members'
  | 'newcomers';

type Screen = { path: string; access: Access };

export const screens = {
  home: { path: '/', access: 'nobody' },
  auth: { path: '/auth', access: 'signed-out' },
  callback: { path: '/auth/callback', access: 'everybody' },
  'second-factor': { path: '/auth/second-factor', access: 'second-factor' },
  'verify-email': { path: '/verify-email', access: 'unverified' },
  'reset-password': { path: '/reset-password', access: 'everybody' },
  'this-was-not-me': { path: '/auth/this-was-not-me', access: 'everybody' },
  'keep-account': { path: '/auth/keep-account', access: 'everybody' },
  onboarding: { path: '/onboarding', access: 'newcomers' },
  dashboard: { path: '/dashboard', access: 'members' },
  'cli-auth': { path: '/cli/auth', access: 'signed-in' },
  support: { path: '/support', access: 'everybody' },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

// The tabs of the dashboard in the order of its sidebar. `keys-tab.tsx` draws the tab `keys`.
export const tabNames = ['keys', 'activity', 'faucet', 'marketplace', 'settings'] as const;

export type TabName = (typeof tabNames)[number];

// Only developers of the portal see the page of its components.
export const devUiScreen = '/dev/ui';

// Requests lie above the keys, as the page of a key does.
export const requestsPage = 'requests';
export const requestsPath = '/dashboard/requests';

// Every tab has an address of its own, and so have the security settings.
export const dashboardPlaces = [...tabNames, 'security', requestsPage] as const;

export type DashboardPlaceName = (typeof dashboardPlaces)[number];

export const placeInPath = (path: string) => dashboardPlaces.find((name) => path === `/dashboard/${name}`);

const keyPage = /^\/dashboard\/keys\/[^/]+$/;

// The page of a key is a part of the dashboard.
export const isKeyPage = (path: string) => keyPage.test(path);

export const findScreen = (address: string): Screen | undefined => {
  const path = withoutTrailingSlashes(address) || '/';
  if (isKeyPage(path) || placeInPath(path)) return screens.dashboard;
  return Object.values(screens).find((screen) => screen.path === path);
};
