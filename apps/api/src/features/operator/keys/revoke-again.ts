// After a restore: ends again what ended since the backup, by the portal's log. Keys are revoked, accounts erased or suspended.
// The answer names what cannot be repeated.
import { resolve } from 'node:path';
import { counted } from '@ballast/contract/counted';
import type { Call } from '@ballast/contract/http/client';
import { operatorKeyMessages, revokeKey } from '@ballast/contract/operator/keys';
import { operatorLogLimits, readOperatorLog } from '@ballast/contract/operator/log';
import { eraseUser, operatorUserMessages, suspendUser } from '@ballast/contract/operator/users';
import * as z from 'zod/mini';
import { OperatorProblem, UsageProblem } from '../command-line/problems.ts';
import type { AddCommands } from '../command-line/session.ts';
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

// Nothing to do: it has ended already, or the backup does not have it.
const needsNothing = (id: string): string[] => [
  operatorKeyMessages.alreadyRevoked,
  operatorKeyMessages.none(id),
  operatorUserMessages.alreadySuspended,
  operatorUserMessages.none(id),
];

type Failed = { id: string; reason: string };

// A failure does not stop the others.
const endEach = async (ids: string[], end: (id: string) => Promise<unknown>) => {
  const ended: string[] = [];
  const failed: Failed[] = [];
  for (const id of ids) {
    try {
      await end(id);
      ended.push(id);
    } catch (error) {
      if (!(error instanceof OperatorProblem)) throw error;
      if (!needsNothing(id).includes(error.message)) failed.push({ id, reason: error.message });
    }
  }
  return { ended, failed };
};

// Accounts are closed before any is erased, and so is one that cannot be erased.
const endAgain = async (call: Call, found: Awaited<ReturnType<typeof changedSince>>, reason: string) => {
  const suspend = (who: string) => call(suspendUser, { params: { who }, body: { reason } });
  const keys = await endEach(found.keys, (id) => call(revokeKey, { params: { id }, body: { reason } }));
  const closed = await endEach(found.closed, suspend);
  const erased = await endEach(found.erased, (who) =>
    call(eraseUser, { params: { who }, query: { reason } }),
  );
  const stillThere = await endEach(
    erased.failed.map(({ id }) => id),
    suspend,
  );
  return {
    revoked: keys.ended,
    erased: erased.ended,
    suspended: [...closed.ended, ...stillThere.ended],
    failed: [keys, closed, erased, stillThere].flatMap(({ failed }) => failed),
  };
};

type Again = Awaited<ReturnType<typeof endAgain>> & {
  since: string;
  lines: { portal: number; since: number; others: number };
  ended: number;
  changed: string[];
};

const formatLines = ({ since, lines }: Again) => {
  const others = lines.others
    ? ` ${counted(lines.others, 'line is', 'lines are')} not the portal’s, or cannot be read.`
    : '';
  return `Read ${counted(lines.portal, 'line')} of the portal’s log, ${lines.since.toLocaleString('en-US')} of them since ${since}.${others}`;
};

const formatAgain = (again: Again) => {
  const { since, ended, revoked, erased, suspended, failed, changed } = again;
  return [
    formatLines(again),
    `${counted(ended, 'key has', 'keys have')} ended or been restricted since ${since}; ${revoked.length} of them ${revoked.length === 1 ? 'was' : 'were'} revoked again.`,
    ...(erased.length ? [`Erased again: ${erased.join(', ')}`] : []),
    ...(suspended.length
      ? [
          `Suspended, because they were suspended, left or erased since: ${suspended.join(', ')}. Restore or delete each.`,
        ]
      : []),
    ...(changed.length
      ? [
          `These accounts changed how they sign in since, or used a recovery code, and the old password, address, factor or code counts again: ${changed.join(', ')}.`,
          'Ask their owners to reset the password and to look through their settings, or suspend them until they have.',
        ]
      : []),
    ...(failed.length
      ? [
          'These could not be ended. An account that could not be erased is suspended. Run the command again when the reason is gone:',
          ...failed.map(({ id, reason }) => `  ${id}: ${reason}`),
        ]
      : []),
  ].join('\n');
};

export const addRevokeAgain: AddCommands = (keys, { call, print }) =>
  keys
    .command('revoke-again')
    .description('after a restore: end again what the portal’s log says has ended since the backup')
    .usage('LOGFILE [--since TIME]')
    .argument('<LOGFILE>', 'Name the file that holds the portal’s log.')
    .option('--since <TIME>')
    .action(async (path, options) => {
      const file = resolve(path);
      const since = readSince(options.since ?? (await lastRestore(call)));
      const found = await changedSince(file, since).catch(explain(file));
      const reason = `ended after the backup of ${since.toISOString()}`;
      const answer = {
        since: since.toISOString(),
        lines: found.lines,
        ended: found.keys.length,
        ...(await endAgain(call, found, reason)),
        changed: found.changed,
      };
      print(answer, formatAgain, answer.failed.length > 0);
    });
