// A page of the operator log, newest first.
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import type * as contract from '@ballast/contract/operator/log';
import { and, desc, gte, lt } from 'drizzle-orm';
import type { Deps } from '../../../http/deps.ts';
import { type OperatorLogRow, operatorLog } from '../tables.ts';
import { readStoredNames } from './operator-log.ts';

// A manipulated entry may hold any text.
const readFacts = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

const toEntry = ({ position, at, actor, action, target, before, after, hash }: OperatorLogRow) => ({
  position,
  at: at.toISOString(),
  ...readStoredNames(actor),
  action,
  target,
  before: readFacts(before),
  after: readFacts(after),
  hash,
});

export const readLog = async (
  { db }: Deps,
  { since, limit, before }: Received<typeof contract.readOperatorLog>['query'],
): Promise<Answer<typeof contract.readOperatorLog>> => {
  const rows = await db
    .select()
    .from(operatorLog)
    .where(
      and(
        since ? gte(operatorLog.at, new Date(since)) : undefined,
        before ? lt(operatorLog.position, before) : undefined,
      ),
    )
    .orderBy(desc(operatorLog.position), desc(operatorLog.id))
    // One row more than the page tells whether there is a next page.
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return {
    entries: page.map(toEntry),
    nextBefore: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
  };
};
