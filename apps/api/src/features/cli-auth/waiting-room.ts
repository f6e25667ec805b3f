// Holds the long polls. One query serves them all; between two queries no connection is held, and without waiting tools there is
// no query.
import { setTimeout as pause } from 'node:timers/promises';
import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { cliRequests } from '../../identity/cli/tables.ts';
import { openNetworkTally } from '../../runtime/network/network-tally.ts';
import { openTally } from '../../runtime/tally.ts';

const lookEveryMs = 500;

// A tool waits once, and again after a lost connection. Without room it is answered at once.
const waitsPerState = 3;
const waitsPerNetwork = 100;
const waitsPerProcess = 2000;

export type WaitingRoom = ReturnType<typeof openWaitingRoom>;

type Waiting = { state: string; wake: () => void };

export const openWaitingRoom = ({ db, log, now }: Deps) => {
  const waiting = new Set<Waiting>();
  const ofState = openTally();
  const ofNetwork = openNetworkTally(waitsPerNetwork, waitsPerProcess);
  let looking = false;

  const wakeAnswered = async () => {
    const states = new Set([...waiting].map(({ state }) => state));
    const rows = await db
      .select({ state: cliRequests.state })
      .from(cliRequests)
      .where(
        and(
          // One parameter for all: a list would make a statement for each number.
          sql`${cliRequests.state} = any(${sql.param([...states])}::text[])`,
          eq(cliRequests.status, 'pending'),
          gt(cliRequests.expiresAt, now()),
        ),
      );
    const open = new Set(rows.map(({ state }) => state));
    for (const { state, wake } of waiting) if (states.has(state) && !open.has(state)) wake();
  };

  const look = async () => {
    if (looking) return;
    looking = true;
    while (waiting.size) {
      // A database that is away for a moment ends no wait.
      await wakeAnswered().catch((error) => log.warn({ err: error }, 'could not look for answered requests'));
      await pause(lookEveryMs);
    }
    looking = false;
  };

  const hasRoom = (state: string, address: string) =>
    waiting.size < waitsPerProcess && ofState.count(state) < waitsPerState && ofNetwork.hasRoom(address);

  const wait = (state: string, address: string, gone: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        if (waiting.delete(here)) {
          ofState.remove(state);
          ofNetwork.remove(address);
        }
        clearTimeout(timer);
        gone.removeEventListener('abort', wake);
        resolve();
      };
      const here = { state, wake };
      const timer = setTimeout(wake, cliLimits.waitSeconds * 1000);
      if (gone.aborted) return wake();
      gone.addEventListener('abort', wake);
      waiting.add(here);
      ofState.add(state);
      ofNetwork.add(address);
      void look();
    });

  return { hasRoom, wait };
};
