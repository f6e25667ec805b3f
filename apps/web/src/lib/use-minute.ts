import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, minuteMs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

// Renders again every minute, so that "2 minutes ago" stays true. All components share one timer.
export const useMinute = () => useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs));
