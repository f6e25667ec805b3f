import { useEffect, useRef, useState } from 'react';
import { timings } from '../lib/timings.ts';

// Fast answers show no loading state at all, and a shown one stays long enough not to flicker.
export function useDelayedLoading(loading: boolean) {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (loading === shown) return;
    const wait = loading ? timings.loadingAppearsMs : shownAt.current + timings.loadingStaysMs - Date.now();
    const timer = setTimeout(() => {
      shownAt.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, shown]);

  return shown;
}
