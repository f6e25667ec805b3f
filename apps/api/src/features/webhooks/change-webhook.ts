// Creates, changes and deletes endpoints. An address is resolved before the transaction, because a name server may be slow.
import type { Environment } from '@ballast/contract/keys/api-keys';
import {
  type WebhookStatus,
  webhookLimits,
  webhookMessages,
} from '@ballast/contract/webhooks/webhook-limits';
import type { WebhookWithSecret } from '@ballast/contract/webhooks/webhooks';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { isProven, notProven } from '../../http/access/requirements.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { holdAccount, holdActor } from '../../identity/hold-account.ts';
import { type WebhookRow, webhooks } from '../../identity/webhooks/tables.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import type { CheckReceiver } from './addresses/check-receiver.ts';
import { requireTypes } from './events/event-types.ts';
import { findWebhook, graceEnds, isOwned, lockWebhook, toWebhook, withGrace } from './owned-webhook.ts';
import { makeSecret } from './sending/sign-message.ts';

type Wanted = {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | null | undefined;
  status?: 'ENABLED' | 'PAUSED' | undefined;
};
type NewWebhook = Wanted & { url: string; environment: Environment };

export const webhookActivity = (
  { userId, url, environment }: WebhookRow,
  type: 'webhook_created' | 'webhook_updated' | 'webhook_deleted' | 'webhook_secret_rotated',
  description = url,
) => ({ ownerId: userId, type, description, environment });

const requireReceiver = async (check: CheckReceiver, url: string) => {
  const checked = await check(url);
  if ('fault' in checked) throw invalidField('url', checked.fault);
};

const refuseTooMany = async (tx: Db, ownerId: string, environment: Environment) => {
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(webhooks)
    .where(
      and(eq(webhooks.userId, ownerId), eq(webhooks.environment, environment), isNull(webhooks.deletedAt)),
    );
  if ((found?.count ?? 0) >= webhookLimits.endpoints)
    throw new Failure('webhook_limit', { message: webhookMessages.limit });
};

export const createWebhook = async (
  deps: Deps,
  actor: Actor,
  owner: Owner,
  { url, environment, description = '', events = null }: NewWebhook,
  { once, check }: { once: Once; check: CheckReceiver },
): Promise<WebhookWithSecret> => {
  requireTypes(deps.config, 'events', events ?? []);
  await requireReceiver(check, url);
  const id = crypto.randomUUID();
  const secret = makeSecret();
  const now = deps.now();
  const create = async (tx: Db) => {
    await holdActor(tx, actor);
    await refuseTooMany(tx, owner.id, environment);
    const [row] = await tx
      .insert(webhooks)
      .values({
        ...{ id, userId: owner.id, environment, url, description, events },
        ...{ status: 'ENABLED', createdAt: now, updatedAt: now },
        ...deps.keyEncryption.seal(secret, id),
      })
      .returning();
    if (!row) throw new Error('insert returned no endpoint');
    await recordActivity(deps, tx, actor, webhookActivity(row, 'webhook_created'));
    return { ...toWebhook(row, undefined), secret };
  };
  return deps.db.transaction((tx) => once(tx, () => create(tx)));
};

export const listWebhooks = async (
  deps: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  environments: readonly Environment[],
) => {
  const rows = await deps.db
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.userId, ownerId),
        isNull(webhooks.deletedAt),
        sql`${webhooks.environment} = any(${sql.param([...environments])}::text[])`,
      ),
    )
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));
  const ends = await graceEnds(deps, ownerId);
  return rows.map((row) => toWebhook(row, ends.get(row.id)));
};

const sendsProductionElsewhere = ({ environment, url }: WebhookRow, wanted: Wanted) =>
  environment === 'PRODUCTION' && wanted.url !== undefined && wanted.url !== url;

export const needsProofToUpdate = async (deps: Deps, ownerId: string, id: string, wanted: Wanted) =>
  sendsProductionElsewhere(await findWebhook(deps.db, ownerId, id), wanted);

// Enabling it begins anew; pausing keeps what is known of its health.
const statusChange = (row: WebhookRow, status: WebhookStatus | undefined) => {
  if (!status || status === row.status) return {};
  return status === 'ENABLED'
    ? { status, statusReason: null, failingSince: null }
    : { status, statusReason: null };
};

const changesOf = (row: WebhookRow, { url, description, events, status }: Wanted) => ({
  ...(url === undefined || url === row.url ? {} : { url }),
  ...(description === undefined || description === row.description ? {} : { description }),
  ...(events === undefined ? {} : { events }),
  ...statusChange(row, status),
});

const describe = ({ url }: WebhookRow, changes: ReturnType<typeof changesOf>) => {
  if ('url' in changes) return `${url} is now ${changes.url}`;
  return changes.status ? `${url} is now ${changes.status.toLowerCase()}` : url;
};

export const updateWebhook = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { id, wanted }: { id: string; wanted: Wanted },
  check: CheckReceiver,
) => {
  requireTypes(deps.config, 'events', wanted.events ?? []);
  const before = await findWebhook(deps.db, ownerId, id);
  if (wanted.url !== undefined && wanted.url !== before.url) await requireReceiver(check, wanted.url);
  return deps.db.transaction(async (tx) => {
    const owner = await holdActor(tx, actor);
    const row = await lockWebhook(tx, ownerId, id);
    // The address may have changed since the call was authenticated.
    if (sendsProductionElsewhere(row, wanted) && !isProven(deps, actor)) throw await notProven(tx, owner);
    const changes = changesOf(row, wanted);
    if (!Object.keys(changes).length) return withGrace(deps, tx, row);
    const [updated = row] = await tx
      .update(webhooks)
      .set({ ...changes, updatedAt: deps.now() })
      .where(isOwned(ownerId, id))
      .returning();
    await recordActivity(deps, tx, actor, webhookActivity(row, 'webhook_updated', describe(row, changes)));
    return withGrace(deps, tx, updated);
  });
};

// The sender finds what is pending, and sends it no more.
export const deleteWebhook = (deps: Deps, actor: Actor, ownerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    const owner = await holdAccount(deps, tx, ownerId);
    const row = await lockWebhook(tx, ownerId, id);
    if (!owner) throw new Failure('not_found');
    await tx.update(webhooks).set({ deletedAt: deps.now() }).where(isOwned(ownerId, id));
    await recordActivity(deps, tx, actor, webhookActivity(row, 'webhook_deleted'));
  });
