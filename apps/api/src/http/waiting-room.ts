// Holds the calls that wait for something new of their account. One query serves them all, so that rows of every process wake them;
// between two queries no connection is held, and without waiting calls there is no query.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openTally } from '../runtime/tally.ts';

const lookEveryMs = 400;

// An account's tabs and terminals. Without room a call is answered at once.
export const waitsPerAccount = 20;
const waitsPerProcess = 2000;

// What is waited for, such as the requests of an account, and its newest state that the caller knows; empty if there is none.
type Awaited = { ownerId: string; place: string; known: string };
type Waiting = Awaited & { wake: () => void };
export type WaitingRoom = ReturnType<typeof openWaitingRoom>;

export const openWaitingRoom = (
  log: Pick<Logger, 'warn'>,
  readNewest: (places: string[]) => Promise<Map<string, string>>,
) => {
  const waiting = new Set<Waiting>();
  const ofAccount = openTally();
  let looking = false;

  const wakeThoseWithNew = async () => {
    const looked = [...waiting];
    const newest = await readNewest([...new Set(looked.map(({ place }) => place))]);
    for (const { place, known, wake } of looked) if ((newest.get(place) ?? known) !== known) wake();
  };

  const look = async () => {
    if (looking) return;
    looking = true;
    while (waiting.size) {
      // A database that is away for a moment ends no wait.
      await wakeThoseWithNew().catch((error) => log.warn({ err: error }, 'could not look for what is new'));
      await pause(lookEveryMs);
    }
    looking = false;
  };

  return {
    hasRoom: (ownerId: string) =>
      waiting.size < waitsPerProcess && ofAccount.count(ownerId) < waitsPerAccount,
    // Until the place has another state than the known one, or the time is over.
    wait: (what: Awaited, milliseconds: number, gone: AbortSignal) =>
      new Promise<void>((resolve) => {
        const { ownerId } = what;
        const wake = () => {
          if (waiting.delete(here)) ofAccount.remove(ownerId);
          clearTimeout(timer);
          gone.removeEventListener('abort', wake);
          resolve();
        };
        const here = { ...what, wake };
        const timer = setTimeout(wake, milliseconds);
        if (gone.aborted) return wake();
        gone.addEventListener('abort', wake);
        waiting.add(here);
        ofAccount.add(ownerId);
        void look();
      }),
  };
};
