// This waits for something to happen, however slow the machine is.
import { setTimeout as pause } from 'node:timers/promises';

// A net that only catches a hang: nothing that works comes near it.
const hangMinutes = 3;

const causeOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

// Tries until the attempt no longer throws, and gives what it returned.
export const waitFor = async <T>(
  what: string,
  attempt: () => T | Promise<T>,
  { everyMs = 20 } = {},
): Promise<T> => {
  const end = performance.now() + hangMinutes * 60_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) {
        throw new Error(`Waited ${hangMinutes} minutes for ${what}: ${causeOf(error)}`, { cause: error });
      }
      await pause(everyMs);
    }
  }
};

// The same for an event that comes by itself.
export const hangsAfter = <T>(what: string, event: Promise<T>): Promise<T> => {
  let net: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    const give = () => reject(new Error(`Waited ${hangMinutes} minutes for ${what}`));
    net = setTimeout(give, hangMinutes * 60_000);
  });
  return Promise.race([event, hang]).finally(() => clearTimeout(net));
};
