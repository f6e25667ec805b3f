// After an old backup was restored: the keys that the portal's log says have ended since then are revoked again.
import { resolve } from 'node:path';
import type { Call } from '@ballast/contract/client';
import { counted } from '@ballast/contract/counted';
import { operatorKeyMessages, revokeKey } from '@ballast/contract/operator-keys';
import { operatorLogLimits, readOperatorLog } from '@ballast/contract/operator-log';
import * as z from 'zod/mini';
import { type Command, needOperand } from '../command.ts';
import { OperatorProblem, UsageProblem } from '../problems.ts';
import { keysEndedSince } from './ended-in-log.ts';

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

// A key that is revoked already, or that the backup does not have, needs nothing.
const revokeAgain = async (call: Call, id: string, reason: string) => {
  try {
    await call(revokeKey, { params: { id }, body: { reason } });
    return true;
  } catch (error) {
    const needsNothing = [operatorKeyMessages.alreadyRevoked, operatorKeyMessages.none(id)];
    if (error instanceof OperatorProblem && needsNothing.includes(error.message)) return false;
    throw error;
  }
};

export const revokeAgainCommand: Command = {
  words: 'keys revoke-again',
  operand: 'LOGFILE',
  options: ['since'],
  rest: 'LOGFILE [--since TIME]',
  help: 'after a restore: revoke what the portal’s log says has ended since the backup',
  run: async (call, given) => {
    const file = resolve(needOperand(given, 'Name the file that holds the portal’s log.'));
    const since = readSince(given.values.since ?? (await lastRestore(call)));
    const ended = await keysEndedSince(file, since).catch(explain(file));
    const reason = `ended after the backup of ${since.toISOString()}`;
    const revoked: string[] = [];
    for (const id of ended) if (await revokeAgain(call, id, reason)) revoked.push(id);
    const answer = { since: since.toISOString(), ended: ended.length, revoked };
    const text = `${counted(ended.length, 'key has', 'keys have')} ended since ${answer.since}; ${revoked.length} of them ${revoked.length === 1 ? 'was' : 'were'} revoked again.`;
    return { answer, text };
  },
};
