// A value that components read with `useSyncExternalStore`.
export const createStore = <Value>(initial: Value) => {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    read: () => value,
    publish: (next: Value) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
