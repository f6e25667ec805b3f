// Takes due deliveries for a process. Others skip what is locked, and the time of the next attempt is a lease: what a process that
// died has taken is due again when it ends.
import type { WebhookStatus } from '@ballast/contract/webhooks/webhook-limits';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import type { Wanted } from './slots.ts';

// Longer than an attempt can take.
const leaseSeconds = 60;
// A look finds at most so many endpoints; the next one finds the others.
const mostEndpoints = 5000;

export type Claimed = {
  id: string;
  claim: string;
  step: number;
  eventId: string;
  body: string;
  webhookId: string;
  ownerId: string;
  url: string;
  status: WebhookStatus;
  isDeleted: boolean;
  isClosed: boolean;
  failingSince: string | null;
  secretCipher: string;
  encryptionKeyId: string;
  previousId: string | null;
  previousCipher: string | null;
  previousKeyId: string | null;
};

const pending = sql.raw(`status = 'PENDING'`);

export const claimDeliveries = async (db: Db, wanted: Wanted[], now: Date): Promise<Claimed[]> => {
  const ids = sql.param(wanted.map(({ webhookId }) => webhookId));
  const frees = sql.param(wanted.map(({ free }) => free));
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Claimed>(sql`
    with picked as (
      select due.id from unnest(${ids}::uuid[], ${frees}::int[]) as wanted(webhook_id, free)
      cross join lateral (
        select id from webhook_deliveries
        where webhook_id = wanted.webhook_id and ${pending} and next_attempt_at <= ${at}
        order by next_attempt_at limit wanted.free for update skip locked) as due),
    claimed as (
      update webhook_deliveries as delivery
      set claim = ${crypto.randomUUID()}::uuid,
        next_attempt_at = ${secondsAfter(now, leaseSeconds).toISOString()}::timestamptz
      from picked where delivery.id = picked.id
      returning delivery.id, claim, step, delivery.event_id, event_row_id, webhook_id)
    select claimed.id, claim, step, claimed.event_id as "eventId", body, webhooks.id as "webhookId",
      webhooks.user_id as "ownerId", url, status, deleted_at is not null as "isDeleted",
      suspended_at is not null or deletes_at is not null as "isClosed", failing_since as "failingSince",
      webhooks.secret_cipher as "secretCipher", webhooks.encryption_key_id as "encryptionKeyId",
      previous.id as "previousId", previous.secret_cipher as "previousCipher",
      previous.encryption_key_id as "previousKeyId"
    from claimed join webhook_events on webhook_events.id = event_row_id
    join webhooks on webhooks.id = webhook_id join users on users.id = webhooks.user_id
    left join webhook_previous_secrets as previous
      on previous.webhook_id = webhooks.id and previous.expires_at > ${at}`);
  return rows;
};

// Steps from endpoint to endpoint in the index, so that the number of deliveries does not matter.
export const findDueEndpoints = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await db.execute<{ webhookId: string }>(sql`
    with recursive waiting as (
      (select webhook_id from webhook_deliveries where ${pending} order by webhook_id limit 1)
      union all
      select (
        select webhook_id from webhook_deliveries as next
        where ${pending} and next.webhook_id > waiting.webhook_id order by webhook_id limit 1)
      from waiting where webhook_id is not null)
    select webhook_id as "webhookId" from waiting
    where webhook_id is not null and exists (
      select from webhook_deliveries as due
      where due.webhook_id = waiting.webhook_id and ${pending}
        and next_attempt_at <= ${now.toISOString()}::timestamptz)
    limit ${mostEndpoints}`);
  return rows.map(({ webhookId }) => webhookId);
};

// An attempt that was begun and cannot be finished is due again.
export const giveBack = (db: Db, { id, claim }: Claimed, now: Date) =>
  db.execute(sql`
    update webhook_deliveries set claim = null, next_attempt_at = ${now.toISOString()}::timestamptz
    where id = ${id} and claim = ${claim} and ${pending}`);

const failedAtOnce = 1000;

// Nothing goes to this endpoint now. Returns whether there may be more.
export const failPending = async (db: Db, webhookId: string, error: string) => {
  const { rowCount } = await db.execute(sql`
    update webhook_deliveries set status = 'FAILED', last_error = ${error}, claim = null, next_attempt_at = null
    where id = any(array(
      select id from webhook_deliveries where webhook_id = ${webhookId} and ${pending}
      limit ${failedAtOnce} for update skip locked))`);
  return rowCount === failedAtOnce;
};
