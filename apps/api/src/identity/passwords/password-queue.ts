// A fair queue: an account has few places, the lines of all networks are served in turn, and when it is full the longest line
// gives way.
import { Failure } from '../../runtime/failure.ts';

export type QueueCaller = { account: string; line: string };

type Sizes = { atOnce: number; waitingAtMost: number; placesPerAccount: number };
type Waiting = { start: () => void; turnAway: (why: Failure) => void };

const busy = () => new Failure('unavailable', { retryAfterSeconds: 2 });

// The line that was served goes to the end.
const openLines = (waitingAtMost: number) => {
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;

  const longest = () => {
    let found: Waiting[] = [];
    for (const line of lines.values()) if (line.length > found.length) found = line;
    return found;
  };
  const makeRoom = (own: Waiting[]) => {
    const line = longest();
    if (line.length <= own.length + 1) throw busy();
    waiting -= 1;
    line.pop()?.turnAway(busy());
  };

  return {
    wait: (name: string) => {
      const line = lines.get(name) ?? [];
      if (waiting >= waitingAtMost) makeRoom(line);
      waiting += 1;
      lines.set(name, line);
      return new Promise<void>((start, turnAway) => line.push({ start, turnAway }));
    },
    next: (): Waiting | undefined => {
      for (const [name, line] of lines) {
        lines.delete(name);
        const first = line.shift();
        if (line.length) lines.set(name, line);
        if (!first) continue;
        waiting -= 1;
        return first;
      }
      return undefined;
    },
  };
};

export const openFairQueue = ({ atOnce, waitingAtMost, placesPerAccount }: Sizes) => {
  const lines = openLines(waitingAtMost);
  const places = new Map<string, number>();
  let running = 0;

  const takePlace = (account: string) => {
    const held = places.get(account) ?? 0;
    if (held >= placesPerAccount) throw busy();
    places.set(account, held + 1);
  };
  const givePlaceBack = (account: string) => {
    const held = (places.get(account) ?? 1) - 1;
    if (held) places.set(account, held);
    else places.delete(account);
  };
  const begin = async (line: string) => {
    if (running >= atOnce) await lines.wait(line);
    else running += 1;
  };
  // The turn passes directly to the next one.
  const end = () => {
    const next = lines.next();
    if (next) next.start();
    else running -= 1;
  };

  return async <T>({ account, line }: QueueCaller, work: () => Promise<T>): Promise<T> => {
    takePlace(account);
    try {
      await begin(line);
      try {
        return await work();
      } finally {
        end();
      }
    } finally {
      givePlaceBack(account);
    }
  };
};
