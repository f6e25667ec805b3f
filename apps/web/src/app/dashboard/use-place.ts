import type { Environment } from '@ballast/contract/keys/api-keys';
import { isKeyPage } from '@ballast/contract/screens';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { toSlug } from '../../domain/environment.ts';
import { stored } from '../../session/browser-storage.ts';
import { endFirstScreen } from '../../ui/feedback/first-screen.ts';
import {
  type DashboardPlace,
  isRequestsPage,
  parseStoredPlace,
  pathOf,
  readPath,
  readRequestedPlace,
  toPlace,
  withoutRequest,
} from './place.ts';

const movePlace = (next: Partial<DashboardPlace>) => (current: DashboardPlace) =>
  toPlace({
    tab: next.tab ?? current.tab,
    environment: next.environment ?? current.environment,
    // The settings open with their first section.
    section: next.section ?? (next.tab ? 'profile' : current.section),
  });

type ShownHere = Pick<DashboardPlace, 'tab' | 'section'>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The back button finds here what `/dashboard` showed, whose path names no tab.
    shown?: ShownHere;
  }
}

// The router hears of it and keeps what else it has stored with this entry.
const stampEntry = (shown: ShownHere) => window.history.replaceState({ ...window.history.state, shown }, '');

const storedPlace = () =>
  parseStoredPlace(
    stored.ownDashboardTab.read() ?? stored.dashboardTab.read(),
    stored.ownDashboardEnvironment.read() ?? stored.dashboardEnvironment.read(),
    stored.settingsSection.read(),
  );

const storePlace = ({ tab, environment, section }: DashboardPlace) => {
  for (const slot of [stored.dashboardTab, stored.ownDashboardTab]) slot.write(tab);
  for (const slot of [stored.dashboardEnvironment, stored.ownDashboardEnvironment])
    slot.write(toSlug(environment));
  stored.settingsSection.write(section);
};

const firstPlace = () => movePlace(readPath(window.location))(storedPlace());

export const opensRequests = () => isRequestsPage(window.location.pathname);

// The tab that the dashboard opens with. The page of a key lies above the keys.
export const firstTab = () =>
  isKeyPage(window.location.pathname)
    ? 'keys'
    : movePlace(readRequestedPlace(window.location))(firstPlace()).tab;

// The path names the tab, except on `/dashboard`, which shows what was shown last.
export const usePlace = () => {
  const { pathname, searchStr, hash, state } = useLocation();
  const { shown } = state;
  // A reload shows what is stored, whatever the entry says.
  const [shownAtStart] = useState(shown);
  const { keyId = null } = useParams({ strict: false });
  const { history } = useRouter();
  const [place, setPlace] = useState(firstPlace);

  useLayoutEffect(() => {
    const requested = readRequestedPlace({ search: searchStr, hash });
    if (Object.keys(requested).length === 0) return;
    setPlace(movePlace(requested));
    history.replace(withoutRequest({ pathname, search: searchStr }));
  }, [pathname, searchStr, hash, history]);

  useLayoutEffect(() => {
    const named = readPath({ pathname });
    if (named.tab) setPlace(movePlace(named));
    else if (shown && shown !== shownAtStart) setPlace(movePlace(shown));
  }, [pathname, shown, shownAtStart]);

  useEffect(() => storePlace(place), [place]);

  // The page of a key closes to the list of keys.
  const opensKey = keyId !== null;
  useLayoutEffect(() => {
    if (opensKey) setPlace(movePlace({ tab: 'keys' }));
  }, [opensKey]);

  // Requests stay when the environment is switched.
  const showsRequests = isRequestsPage(pathname);
  const staysAbove = (next: Partial<DashboardPlace>) => showsRequests && !next.tab && !next.section;

  return {
    ...place,
    tab: opensKey ? 'keys' : place.tab,
    keyId,
    showsRequests,
    goTo: (next: Partial<DashboardPlace>) => {
      const target = movePlace(next)(place);
      const isShown = target.tab === place.tab && target.section === place.section;
      setPlace(target);
      if (staysAbove(next) || (isShown && !opensKey && !showsRequests)) return;
      endFirstScreen();
      if (!opensKey && !readPath({ pathname }).tab) stampEntry({ tab: place.tab, section: place.section });
      history.push(pathOf(target));
    },
    showEnvironment: (environment: Environment) => setPlace(movePlace({ environment })),
  };
};
