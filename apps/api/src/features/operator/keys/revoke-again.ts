// After an old backup was restored: what the portal's log says has ended since then ends again. Keys are revoked, accounts that were
// erased are erased, and accounts that were left or suspended are suspended. What nobody can do again is said.
import { resolve } from 'node:path';
import type { Call } from '@ballast/contract/client';
import { counted } from '@ballast/contract/counted';
import { operatorKeyMessages, revokeKey } from '@ballast/contract/operator-keys';
import { operatorLogLimits, readOperatorLog } from '@ballast/contract/operator-log';
import { eraseUser, operatorUserMessages, suspendUser } from '@ballast/contract/operator-users';
import * as z from 'zod/mini';
import { type Command, needOperand } from '../command.ts';
import { OperatorProblem, UsageProblem } from '../problems.ts';
import { changedSince } from './changed-in-log.ts';

const restored = z.object({ action: z.literal('restore'), after: z.object({ takenAt: z.iso.datetime() }) });

const lastRestore = async (call: Call) => {
  const { entries } = await call(readOperatorLog, { query: { limit: String(operatorLogLimits.most) } });
  const found = entries.map((entry) => z.safeParse(restored, entry).data).find(Boolean);
  if (!found) throw new UsageProblem('No restore is in the operator log: say since when with --since.');
  return found.after.takenAt;
};

const readSince = (text: string) => {
  const since = new Date(text);
  if (Number.isNaN(since.getTime()))
    throw new UsageProblem('--since must be a time, like 2026-05-01T12:00:00Z.');
  return since;
};

const explain = (file: string) => (error: NodeJS.ErrnoException) => {
  throw error.code ? new OperatorProblem(`${file} cannot be read (${error.code}).`) : error;
};

// What has ended already, or what the backup does not have, needs nothing.
const needsNothing = (id: string): string[] => [
  operatorKeyMessages.alreadyRevoked,
  operatorKeyMessages.none(id),
  operatorUserMessages.alreadySuspended,
  operatorUserMessages.none(id),
];

const endEach = async (ids: string[], end: (id: string) => Promise<unknown>) => {
  const ended: string[] = [];
  for (const id of ids) {
    try {
      await end(id);
      ended.push(id);
    } catch (error) {
      if (!(error instanceof OperatorProblem && needsNothing(id).includes(error.message))) throw error;
    }
  }
  return ended;
};

type Again = {
  since: string;
  ended: number;
  revoked: string[];
  erased: string[];
  suspended: string[];
  changed: string[];
};

const formatAgain = ({ since, ended, revoked, erased, suspended, changed }: Again) =>
  [
    `${counted(ended, 'key has', 'keys have')} ended or been restricted since ${since}; ${revoked.length} of them ${revoked.length === 1 ? 'was' : 'were'} revoked again.`,
    ...(erased.length ? [`Erased again: ${erased.join(', ')}`] : []),
    ...(suspended.length
      ? [
          `Suspended, because they were suspended or left since: ${suspended.join(', ')}. Restore or delete each.`,
        ]
      : []),
    ...(changed.length
      ? [
          `These accounts changed how they sign in since, and the old password, address or factor counts again: ${changed.join(', ')}.`,
          'Ask their owners to reset the password and to look through their settings, or suspend them until they have.',
        ]
      : []),
  ].join('\n');

export const revokeAgainCommand: Command = {
  words: 'keys revoke-again',
  operand: 'LOGFILE',
  options: ['since'],
  rest: 'LOGFILE [--since TIME]',
  help: 'after a restore: end again what the portal’s log says has ended since the backup',
  run: async (call, given) => {
    const file = resolve(needOperand(given, 'Name the file that holds the portal’s log.'));
    const since = readSince(given.values.since ?? (await lastRestore(call)));
    const found = await changedSince(file, since).catch(explain(file));
    const reason = `ended after the backup of ${since.toISOString()}`;
    const answer = {
      since: since.toISOString(),
      ended: found.keys.length,
      revoked: await endEach(found.keys, (id) => call(revokeKey, { params: { id }, body: { reason } })),
      erased: await endEach(found.erased, (who) => call(eraseUser, { params: { who } })),
      suspended: await endEach([...new Set([...found.suspended, ...found.leaving])], (who) =>
        call(suspendUser, { params: { who }, body: { reason } }),
      ),
      changed: found.changed,
    };
    return { answer, text: formatAgain(answer) };
  },
};
