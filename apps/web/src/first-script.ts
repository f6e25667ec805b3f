// Runs before the first paint and apart from the app, as /theme.js (vite/first-script.ts). It sets the theme and the shape of the
// page. While the first file is still on its way it requests the files of the screen and the profile of a stored session.
//
// The code of the app would be loaded twice, so some of its constants are repeated here, and their types make sure that they agree.
import type { getProfile } from '@ballast/contract/profile';
import { isKeyPage, placeInPath, type screens, type TabName } from '@ballast/contract/screens';
import { browserColors, themeKey } from './lib/theme-values.ts';
import type { stored } from './session/browser-storage.ts';
import { hasTime, type StoredSession } from './session/stored-session.ts';

type Slots = Pick<typeof stored, 'authToken' | 'session' | 'dashboardTab'>;

// Storage can be forbidden, and contain anything.
const read = (key: Slots[keyof Slots]['key'] | typeof themeKey) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const readSession = (): StoredSession | null => {
  try {
    return JSON.parse(read('keptSession') ?? 'null');
  } catch {
    return null;
  }
};

const preload = (file: string) => {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = `/${file}`;
  document.head.append(link);
};

const home: typeof screens.home.path = '/';
const dashboard: typeof screens.dashboard.path = '/dashboard';
const firstTab: TabName = 'keys';

const path = location.pathname;
const signedIn = read('authToken') !== null;
const showsDashboard =
  signedIn && (path === home || path === dashboard || isKeyPage(path) || placeInPath(path) !== undefined);
document.body.dataset.shape = showsDashboard ? 'dashboard' : 'page';

// Written by vite/load-parts.ts.
const chunks: Record<string, string[] | undefined> = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="chunks"]')?.content ?? '{}',
);
const tab = isKeyPage(path) ? firstTab : (placeInPath(path) ?? read('dashboardTab') ?? firstTab);
const lists = [
  signedIn && chunks.session,
  ...(showsDashboard ? [chunks[dashboard], chunks[tab] ?? chunks[firstTab]] : [chunks[path]]),
  location.hash && chunks[`${path}#`],
];
for (const file of new Set(lists.flatMap((list) => list || []))) preload(file);

// The app renews a token that is about to end, and asks for a second factor, before it requests the profile.
const session = readSession();
if (showsDashboard && session && hasTime(session) && !session.user?.factors?.length) {
  const address: `/api${typeof getProfile.path}` = '/api/users/profile';
  const authorization = `Bearer ${session.access_token}`;
  const answer = fetch(address, { headers: { accept: 'application/json', authorization } });
  answer.catch(() => {});
  window.firstProfile = { address, authorization, answer };
}

if (read(themeKey) === 'false') {
  document.body.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColors.light);
}
