type Options = { retryFailed?: boolean };

// Makes an action that runs once for each key: a second call gets the promise of the first run. A code or a link works once, but
// React may draw the screen that spends it more often.
export const runOnce = <Arguments extends unknown[], Result>(
  run: (...input: Arguments) => Promise<Result>,
  toKey: (...input: Arguments) => string,
  { retryFailed = false }: Options = {},
) => {
  const runs = new Map<string, Promise<Result>>();
  return (...input: Arguments) => {
    const key = toKey(...input);
    const known = runs.get(key);
    if (known) return known;

    const running = run(...input);
    runs.set(key, running);
    if (retryFailed) running.catch(() => runs.delete(key));
    return running;
  };
};
