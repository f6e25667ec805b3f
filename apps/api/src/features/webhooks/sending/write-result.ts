// What became of an attempt. One statement writes the usual result; a transaction disables the endpoint or tells its owner.
import {
  type DeliveryStatus,
  type Disabling,
  webhookLimits,
} from '@ballast/contract/webhooks/webhook-limits';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { webhooks } from '../../../identity/webhooks/tables.ts';
import { secondsBefore } from '../../../runtime/times.ts';
import { webhookMails } from '../mails.ts';
import type { Claimed } from './claim-deliveries.ts';
import { nextAttempt } from './next-attempt.ts';
import type { Outcome } from './post-message.ts';

export type Attempted = { claimed: Claimed; outcome: Outcome; at: Date; durationMs: number };

const daySeconds = 24 * 3600;

const statusAfter = ({ error }: Outcome, next: Date | null): DeliveryStatus => {
  if (!error) return 'DELIVERED';
  return next ? 'PENDING' : 'FAILED';
};

// An attempt that another process has taken over since counts no more.
const writeAttempt = async (
  db: Db,
  { claimed, outcome, at, durationMs }: Attempted,
  { next, now }: { next: Date | null; now: Date },
) => {
  const status = statusAfter(outcome, next);
  const when = sql`${at.toISOString()}::timestamptz`;
  const ended = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute(sql`
    with done as (
      update webhook_deliveries
      set status = ${status}, attempt_count = attempt_count + 1, step = step + 1, claim = null,
        next_attempt_at = ${status === 'PENDING' && next ? next.toISOString() : null}::timestamptz,
        delivered_at = case when ${status}::text = 'DELIVERED' then ${ended} end,
        last_status_code = ${outcome.statusCode}::int, last_error = ${outcome.error}
      where id = ${claimed.id} and claim = ${claimed.claim} and status = 'PENDING'
      returning id, user_id, webhook_id),
    kept as (
      insert into webhook_attempts (user_id, delivery_id, at, duration_ms, status_code, error, response)
      select user_id, id, ${when}, ${durationMs}::int, ${outcome.statusCode}::int, ${outcome.error}, ${outcome.response}
      from done),
    older as (
      delete from webhook_attempts where id in (
        select id from webhook_attempts where delivery_id = ${claimed.id}
        order by at desc offset ${webhookLimits.attempts - 1})),
    health as (
      update webhooks set
        failing_since = case when ${outcome.error}::text is not null then coalesce(failing_since, ${when}) end,
        last_delivery_at = case when ${outcome.error}::text is null then ${ended} else last_delivery_at end
      from done where webhooks.id = done.webhook_id
        and (failing_since is null) = (${outcome.error}::text is not null)
        or webhooks.id = done.webhook_id and ${outcome.error}::text is null
          and (last_delivery_at is null or last_delivery_at < ${ended} - interval '1 second'))
    select id from done`);
  return rows.length > 0;
};

const thePortal: Visitor = { client: { address: 'the portal', userAgent: '' } };

const disablingOf = ({ outcome, claimed, at }: Attempted): Disabling | null => {
  if (outcome.error === 'gone') return 'gone';
  const tooLong = secondsBefore(at, webhookLimits.failingDays * daySeconds);
  return outcome.error && claimed.failingSince && new Date(claimed.failingSince) <= tooLong
    ? 'failing'
    : null;
};

const disable = async (deps: Deps, tx: Db, { webhookId, ownerId }: Claimed, reason: Disabling) => {
  const [disabled] = await tx
    .update(webhooks)
    .set({ status: 'DISABLED', statusReason: reason, updatedAt: deps.now() })
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.userId, ownerId), eq(webhooks.status, 'ENABLED')))
    .returning();
  if (!disabled) return null;
  await recordActivity(deps, tx, thePortal, {
    ownerId,
    type: 'webhook_disabled',
    description: disabled.url,
    environment: disabled.environment,
  });
  return disabled;
};

const mayTellUsedUp = async (deps: Deps, tx: Db, { webhookId, ownerId }: Claimed) => {
  const dayAgo = secondsBefore(deps.now(), daySeconds).toISOString();
  const [row] = await tx
    .update(webhooks)
    .set({ usedUpToldAt: deps.now() })
    .where(
      and(
        eq(webhooks.id, webhookId),
        eq(webhooks.userId, ownerId),
        sql`(${webhooks.usedUpToldAt} is null or ${webhooks.usedUpToldAt} <= ${dayAgo}::timestamptz)`,
      ),
    )
    .returning();
  return row;
};

const writeAndTell = (deps: Deps, db: Db, attempted: Attempted, next: Date | null) =>
  db.transaction(async (tx) => {
    const { claimed, outcome } = attempted;
    const owner = await lockAccount(tx, claimed.ownerId);
    const disabling = disablingOf(attempted);
    const isWritten = await writeAttempt(tx, attempted, { next: disabling ? null : next, now: deps.now() });
    if (!isWritten || !owner) return isWritten;
    const disabled = disabling && (await disable(deps, tx, claimed, disabling));
    const facts = { id: claimed.webhookId, url: claimed.url };
    if (disabled && disabling)
      await mailOwner(deps, tx, owner, webhookMails.webhookDisabled, { ...facts, reason: disabling });
    else if (outcome.error && !next && (await mayTellUsedUp(deps, tx, claimed)))
      await mailOwner(deps, tx, owner, webhookMails.deliveryUsedUp, facts);
    return isWritten;
  });

// Returns whether the result counts.
export const writeResult = (deps: Deps, db: Db, attempted: Attempted): Promise<boolean> => {
  const { claimed, outcome, at } = attempted;
  const next = outcome.error ? nextAttempt(claimed.step, outcome, at) : null;
  const isUsual = !outcome.error || (next && !disablingOf(attempted));
  return isUsual
    ? writeAttempt(db, attempted, { next, now: deps.now() })
    : writeAndTell(deps, db, attempted, next);
};
