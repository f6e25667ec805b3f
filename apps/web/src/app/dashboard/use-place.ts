import type { Environment } from '@ballast/contract/keys/api-keys';
import { isKeyPage } from '@ballast/contract/screens';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { toSlug } from '../../domain/environment.ts';
import { stored } from '../../session/browser-storage.ts';
import { endFirstScreen } from '../../ui/feedback/first-screen.ts';
import { type DashboardPlace, parseStoredPlace, readRequestedPlace, toPlace } from './place.ts';

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
    // The back button finds here what this entry of the history showed. All of them have the same address.
    shown?: ShownHere;
  }
}

// The router hears of it and keeps what else it has stored with this entry.
const stampEntry = (shown: ShownHere) => window.history.replaceState({ ...window.history.state, shown }, '');

const storedPlace = () =>
  parseStoredPlace(
    stored.dashboardTab.read(),
    stored.dashboardEnvironment.read(),
    stored.settingsSection.read(),
  );

// The tab that the dashboard opens with. The page of a key lies above the keys.
export const firstTab = () =>
  isKeyPage(window.location.pathname)
    ? 'keys'
    : movePlace(readRequestedPlace(window.location))(storedPlace()).tab;

// Local storage keeps the place beyond the visit. A place in the address is followed once and removed from it.
export const usePlace = () => {
  const { searchStr, hash, state } = useLocation();
  const { shown } = state;
  // A reload shows what is stored, whatever the entry says.
  const [shownAtStart] = useState(shown);
  const { keyId = null } = useParams({ strict: false });
  const navigate = useNavigate();
  const [place, setPlace] = useState(storedPlace);

  useLayoutEffect(() => {
    const requested = readRequestedPlace({ search: searchStr, hash });
    if (Object.keys(requested).length === 0) return;
    setPlace(movePlace(requested));
    navigate({ to: '/dashboard', replace: true });
  }, [searchStr, hash, navigate]);

  useLayoutEffect(() => {
    if (shown && shown !== shownAtStart) setPlace(movePlace(shown));
  }, [shown, shownAtStart]);

  useEffect(() => {
    stored.dashboardTab.write(place.tab);
    stored.dashboardEnvironment.write(toSlug(place.environment));
    stored.settingsSection.write(place.section);
  }, [place]);

  // The page of a key closes to the list of keys.
  const opensKey = keyId !== null;
  useLayoutEffect(() => {
    if (opensKey) setPlace(movePlace({ tab: 'keys' }));
  }, [opensKey]);

  return {
    ...place,
    tab: opensKey ? 'keys' : place.tab,
    keyId,
    goTo: (next: Partial<DashboardPlace>) => {
      const { tab, section, environment } = movePlace(next)(place);
      const stays = !opensKey && tab === place.tab && section === place.section;
      setPlace({ tab, section, environment });
      if (stays) return;
      endFirstScreen();
      if (!opensKey) stampEntry({ tab: place.tab, section: place.section });
      navigate({ to: '/dashboard', state: { shown: { tab, section } } });
    },
    showEnvironment: (environment: Environment) => setPlace(movePlace({ environment })),
  };
};
