// Operators set the limit of a key, for good or until a day.
import { operatorKeyMessages } from '@ballast/contract/operator/keys';
import { and, eq, lte } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import { type Operator, operatorNamed } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { eachInTurn } from '../../../jobs/each-in-turn.ts';
import { publishKeyChange } from '../../../key-check/lookup/publish-change.ts';
import { type ApiKeyRow, apiKeys, limitEnds } from '../../../key-check/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { recordOperation } from '../log/operator-log.ts';
import { operatorMails } from '../mails.ts';
import { describeKey, findKey } from './find-key.ts';

// One limit until a day may follow another: the key then still gets the one before the first.
export const setLimit = async (tx: Db, key: ApiKeyRow, limit: number, until: Date | null) => {
  const [ended] = await tx.delete(limitEnds).where(eq(limitEnds.keyId, key.id)).returning();
  const limitAfter = ended?.limitAfter ?? key.rateLimit;
  await tx.update(apiKeys).set({ rateLimit: limit }).where(eq(apiKeys.id, key.id));
  if (until)
    await tx.insert(limitEnds).values({ keyId: key.id, userId: key.userId, limitAfter, endsAt: until });
  return until ? { until: until.toISOString(), limitAfter } : {};
};

const lockKey = async (tx: Db, id: string) => {
  const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update');
  return key;
};

type NewLimit = { limit: number; reason: string };

const changeLimit = async (
  deps: Deps,
  tx: Db,
  actor: Operator,
  key: ApiKeyRow,
  { limit, reason }: NewLimit,
) => {
  const owner = await lockAccount(tx, key.userId);
  if (!owner) return;
  await setLimit(tx, key, limit, null);
  await recordActivity(deps, tx, actor, {
    ownerId: owner.id,
    type: 'rate_limit_changed',
    keyId: key.id,
    description: `${key.name}: ${limit} req/sec`,
    environment: key.environment,
  });
  if (limit !== key.rateLimit)
    await mailOwner(deps, tx, owner, operatorMails.rateLimitChanged, { keyName: key.name, limit });
  await recordOperation(deps, tx, actor, {
    action: 'keys limit',
    target: `key ${key.id}`,
    before: { limit: key.rateLimit },
    after: { limit, reason },
  });
};

export const limitKey = async (deps: Deps, actor: Operator, idStart: string, change: NewLimit) => {
  const { key: found, owner } = await findKey(deps, idStart);
  await publishKeyChange(deps, found.id, async (tx) => {
    await lockAccount(tx, owner.id);
    const key = await lockKey(tx, found.id);
    if (!key) throw new Failure('not_found', { message: operatorKeyMessages.none(idStart) });
    if (key.revokedAt) throw new Failure('conflict', { message: operatorKeyMessages.alreadyRevoked });
    await changeLimit(deps, tx, actor, key, change);
  });
  return describeKey(deps, await findKey(deps, found.id));
};

const portal = () => operatorNamed('the portal');

// Another process may have ended it meanwhile, or an operator may have set another limit.
const endLimit = (deps: Deps, keyId: string, ownerId: string) =>
  publishKeyChange(deps, keyId, async (tx) => {
    await lockAccount(tx, ownerId);
    const key = await lockKey(tx, keyId);
    const [due] = await tx
      .delete(limitEnds)
      .where(and(eq(limitEnds.keyId, keyId), lte(limitEnds.endsAt, deps.now())))
      .returning();
    if (!key || !due) return;
    // Its owner may bring it back.
    if (key.revokedAt) return setLimit(tx, key, due.limitAfter, null);
    const reason = `the limit held until ${due.endsAt.toISOString()}`;
    await changeLimit(deps, tx, portal(), key, { limit: due.limitAfter, reason });
  });

export const endLimits = async (deps: Deps) => {
  const due = await deps.db.select().from(limitEnds).where(lte(limitEnds.endsAt, deps.now()));
  await eachInTurn(due, ({ keyId, userId }) => endLimit(deps, keyId, userId));
};
