import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { stored } from '../../session/storage.ts';
import { askedFor, type DashboardPlace, placeAt, storedPlace } from './place.ts';

const moved = (next: Partial<DashboardPlace>) => (current: DashboardPlace) =>
  placeAt(next.tab ?? current.tab, next.environment ?? current.environment);

// The place outlives the visit in local storage. What the address asks for is done once and then leaves the address.
export const usePlace = () => {
  const { searchStr, hash } = useLocation();
  const navigate = useNavigate();
  const [place, setPlace] = useState(() =>
    storedPlace(stored.dashboardTab.read(), stored.dashboardEnvironment.read()),
  );

  useLayoutEffect(() => {
    const asked = askedFor({ search: searchStr, hash });
    if (Object.keys(asked).length === 0) return;
    setPlace(moved(asked));
    navigate({ to: '/dashboard', replace: true });
  }, [searchStr, hash, navigate]);

  useEffect(() => {
    stored.dashboardTab.write(place.tab);
    stored.dashboardEnvironment.write(place.environment);
  }, [place]);

  return { ...place, goTo: (next: Partial<DashboardPlace>) => setPlace(moved(next)) };
};
