// Holds the calls that wait for the next request. One query serves them all, so that rows of every process wake them; between two
// queries no connection is held, and without waiting calls there is no query.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { openTally } from '../../runtime/tally.ts';
import { beforeAll } from './read-requests.ts';

const lookEveryMs = 400;

// An account's tabs and terminals. Without room a call is answered at once.
export const waitsPerAccount = 20;
const waitsPerProcess = 2000;

// The newest row of each account, or none. Rows are written soon after their requests, so the last days are enough.
const readNewestIds = async (db: Db, ownerIds: string[]) => {
  const { rows } = await db.execute<{ owner: string; newest: string }>(sql`
    select distinct on (user_id) user_id as owner, last_id as newest from key_request_days
    where user_id = any(${sql.param(ownerIds)}::uuid[]) order by user_id, last_id desc`);
  return new Map(rows.map(({ owner, newest }) => [owner, newest]));
};

export const newestIdOf = async (db: Db, ownerId: string) =>
  (await readNewestIds(db, [ownerId])).get(ownerId) ?? beforeAll;

type Waiting = { ownerId: string; known: string; wake: () => void };
export type WaitingRoom = ReturnType<typeof openWaitingRoom>;

export const openWaitingRoom = ({ db, log }: Pick<Deps, 'db' | 'log'>) => {
  const waiting = new Set<Waiting>();
  const ofAccount = openTally();
  let looking = false;

  const wakeThoseWithNew = async () => {
    const looked = [...waiting];
    const newest = await readNewestIds(db, [...new Set(looked.map(({ ownerId }) => ownerId))]);
    for (const { ownerId, known, wake } of looked) if ((newest.get(ownerId) ?? '') > known) wake();
  };

  const look = async () => {
    if (looking) return;
    looking = true;
    while (waiting.size) {
      // A database that is away for a moment ends no wait.
      await wakeThoseWithNew().catch((error) => log.warn({ err: error }, 'could not look for new requests'));
      await pause(lookEveryMs);
    }
    looking = false;
  };

  return {
    hasRoom: (ownerId: string) =>
      waiting.size < waitsPerProcess && ofAccount.count(ownerId) < waitsPerAccount,
    // Until the account has a row newer than the known one, or the time is over.
    wait: (ownerId: string, known: string, milliseconds: number, gone: AbortSignal) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          if (waiting.delete(here)) ofAccount.remove(ownerId);
          clearTimeout(timer);
          gone.removeEventListener('abort', wake);
          resolve();
        };
        const here = { ownerId, known, wake };
        const timer = setTimeout(wake, milliseconds);
        if (gone.aborted) return wake();
        gone.addEventListener('abort', wake);
        waiting.add(here);
        ofAccount.add(ownerId);
        void look();
      }),
  };
};
