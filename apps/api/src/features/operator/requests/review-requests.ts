// The provider team reviews rate-limit requests here.
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import type * as contract from '@ballast/contract/operator/operator';
import { limitMessages, type ReviewedRequest } from '@ballast/contract/operator/operator';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Operator } from '../../../identity/actor.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { users } from '../../../identity/tables.ts';
import { publishKeyChange } from '../../../key-check/lookup/publish-change.ts';
import { apiKeys, rateLimitRequests } from '../../../key-check/tables.ts';
import { Failure, invalidField } from '../../../runtime/failure.ts';
import { beginsWith, findOne } from '../find-one.ts';
import { setLimit } from '../keys/limit-key.ts';
import { recordAlone, recordOperation } from '../log/operator-log.ts';
import { operatorMails } from '../mails.ts';
import { readReviewUsage } from './review-usage.ts';

const columns = {
  id: rateLimitRequests.id,
  status: rateLimitRequests.status,
  keyId: rateLimitRequests.keyId,
  email: users.email,
  company: users.companyName,
  keyName: apiKeys.name,
  environment: apiKeys.environment,
  // A request that was decided says what the limit was before.
  currentLimit: sql<number>`case when ${rateLimitRequests.status} = 'PENDING' then ${apiKeys.rateLimit} else ${rateLimitRequests.currentLimit} end`,
  requestedLimit: rateLimitRequests.requestedLimit,
  approvedLimit: rateLimitRequests.approvedLimit,
  reason: rateLimitRequests.reason,
  note: rateLimitRequests.note,
  createdAt: rateLimitRequests.createdAt,
  decidedAt: rateLimitRequests.decidedAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedAddress: apiKeys.lastUsedAddress,
  lastUsedUserAgent: apiKeys.lastUsedUserAgent,
};

const selectRequests = (deps: Deps) =>
  deps.db
    .select(columns)
    .from(rateLimitRequests)
    .innerJoin(apiKeys, eq(apiKeys.id, rateLimitRequests.keyId))
    .innerJoin(users, eq(users.id, rateLimitRequests.userId));

type Row = Awaited<ReturnType<typeof selectRequests>>[number];

const toReviews = async (deps: Deps, rows: Row[]): Promise<ReviewedRequest[]> => {
  const usageOf = await readReviewUsage(
    deps,
    rows.map(({ keyId }) => keyId),
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    usage: usageOf(row.keyId),
  }));
};

export const listReviews = async (
  deps: Deps,
  actor: Operator,
  { status }: Received<typeof contract.listReviews>['query'],
): Promise<Answer<typeof contract.listReviews>> => {
  const rows = await selectRequests(deps)
    .where(status ? eq(rateLimitRequests.status, status) : undefined)
    .orderBy(asc(rateLimitRequests.createdAt))
    .limit(500);
  await recordAlone(deps, actor, {
    action: 'requests list',
    target: 'requests',
    after: { status, found: rows.length },
  });
  return toReviews(deps, rows);
};

const messages = {
  none: (idStart: string) => `No request ${idStart}`,
  several: (idStart: string) => `More than one request begins with ${idStart}`,
};

const getReview = async (deps: Deps, idStart: string): Promise<ReviewedRequest> => {
  const read = async (condition: SQL, limit: number) =>
    toReviews(deps, await selectRequests(deps).where(condition).limit(limit));
  return findOne(idStart, beginsWith(rateLimitRequests.id, idStart), messages, read, ({ id }) => id);
};

export const showReview = async (deps: Deps, actor: Operator, idStart: string) => {
  const review = await getReview(deps, idStart);
  await recordAlone(deps, actor, { action: 'requests show', target: `request ${review.id}` });
  return review;
};

type Decision = Received<typeof contract.decideReview>['body'];

// The key is locked before its request, in the same order as when a key is deleted.
const decide = async (
  deps: Deps,
  tx: Db,
  { id, keyId }: Pick<ReviewedRequest, 'id' | 'keyId'>,
  { approved, note, limit: given, until }: Decision,
) => {
  const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, keyId)).for('update');
  const [request] = await tx
    .update(rateLimitRequests)
    .set({
      status: approved ? 'APPROVED' : 'DENIED',
      ...(approved ? { approvedLimit: given ?? rateLimitRequests.requestedLimit } : {}),
      note,
      decidedAt: deps.now(),
      ...(key ? { currentLimit: key.rateLimit } : {}),
    })
    .where(and(eq(rateLimitRequests.id, id), eq(rateLimitRequests.status, 'PENDING')))
    .returning();
  if (!request) throw new Failure('conflict', { message: 'This request has been decided already' });

  const [owner] = await tx.select().from(users).where(eq(users.id, request.userId));
  if (!key || !owner) throw new Error('a request has no key or no owner');
  if (!approved) return { key, owner, limit: key.rateLimit, end: {} };
  const limit = given ?? request.requestedLimit;
  const end = await setLimit(tx, key, limit, until ? new Date(until) : null);
  return { key, owner, limit, end };
};

const refuseWrongLimit = ({ now }: Deps, { approved, limit, until }: Decision) => {
  if (!approved && (limit !== undefined || until !== undefined))
    throw invalidField('limit', limitMessages.denied);
  if (until !== undefined && new Date(until) <= now()) throw invalidField('until', limitMessages.untilPast);
};

export const decideReview = async (
  deps: Deps,
  actor: Operator,
  idStart: string,
  decision: Decision,
): Promise<ReviewedRequest> => {
  refuseWrongLimit(deps, decision);
  const review = await getReview(deps, idStart);
  const { approved, note } = decision;
  await publishKeyChange(deps, review.keyId, async (tx) => {
    const { key, owner, limit, end } = await decide(deps, tx, review, decision);
    await recordActivity(deps, tx, actor, {
      ownerId: owner.id,
      type: approved ? 'rate_limit_approved' : 'rate_limit_denied',
      keyId: key.id,
      description: `${key.name}: ${limit} req/sec`,
      environment: key.environment,
    });
    await mailOwner(deps, tx, owner, operatorMails.rateLimitDecided, {
      ...{ keyName: key.name, approved, limit, note },
      ...end,
    });
    await recordOperation(deps, tx, actor, {
      action: approved ? 'requests approve' : 'requests deny',
      target: `request ${review.id}`,
      before: { status: 'PENDING', limit: key.rateLimit },
      after: { status: approved ? 'APPROVED' : 'DENIED', limit, ...end, key: key.id, note },
    });
  });
  return getReview(deps, review.id);
};
