// Writes events, and a delivery for each endpoint that wants them, in the transaction of what happened.
//
// Readers of GET /api/events pass a position only once. So the positions of an account must be readable in their order: the row
// of webhook_positions stays locked until the commit, and another transaction gets its position only then.
import { randomUUID } from 'node:crypto';
import type { Environment } from '@ballast/contract/keys/api-keys';
import type { PortalEventData, PortalEventType } from '@ballast/contract/webhooks/event-types';
import { type SQL, sql } from 'drizzle-orm';
import { afterCommit } from '../../db/after-commit.ts';
import type { Db } from '../../db/connections/open.ts';
import type { IdentityDeps } from '../deps.ts';

export type Recording = Pick<IdentityDeps, 'now' | 'log' | 'dueWebhooks' | 'metrics'>;

export type NewEvent = {
  ownerId: string;
  environment: Environment;
  type: string;
  data: Record<string, unknown>;
  // Without one it gets one.
  id?: string | undefined;
};

const idOf = ({ id }: NewEvent) => id ?? `evt_${randomUUID().replaceAll('-', '')}`;

// Everything of the message but its signature, and the same in every attempt.
const bodyOf = ({ type, environment, data }: NewEvent, at: Date) =>
  JSON.stringify({ type, timestamp: at.toISOString(), environment, data });

export const toNewEvent = (event: NewEvent, at: Date) => ({
  row: randomUUID(),
  user_id: event.ownerId,
  environment: event.environment,
  event_id: idOf(event),
  type: event.type,
  body: bodyOf(event, at),
});

const toGiven = (events: NewEvent[], at: Date) =>
  events.map((event, ord) => ({ ord, ...toNewEvent(event, at) }));

const givenRows = (given: ReturnType<typeof toGiven>): SQL => sql`
  select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
    as each(ord int, row uuid, user_id uuid, environment text, event_id text, type text, body text)`;

// An endpoint that is not enabled gets a delivery that has failed, so that a replay brings it.
const statusOfNew = sql`case status when 'ENABLED' then 'PENDING' else 'FAILED' end`;
const errorOfNew = sql`case status when 'PAUSED' then 'endpoint_paused' when 'DISABLED' then 'endpoint_disabled' end`;

type Recorded = { ord: number; webhookId: string | null; isPending: boolean };

const insertEvents = async (tx: Db, given: ReturnType<typeof toGiven>, at: Date) => {
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<Recorded>(sql`
    with given as (${givenRows(given)}),
    ranked as (
      select *, row_number() over (partition by user_id, environment order by ord desc) - 1 as behind from given),
    places as (
      insert into webhook_positions as known (user_id, environment, position)
      select user_id, environment, count(*) from given group by 1, 2 order by 1, 2
      on conflict (user_id, environment) do update set position = known.position + excluded.position
      returning user_id, environment, position),
    recorded as (
      insert into webhook_events (id, user_id, environment, event_id, type, body, position, created_at)
      select row, user_id, environment, event_id, type, body, position - behind, ${now}
      from ranked join places using (user_id, environment) order by ord
      on conflict (user_id, event_id) do nothing
      returning id),
    wanted as (
      select given.*, webhooks.id as webhook_id, webhooks.status
      from given join recorded on recorded.id = given.row
      join webhooks on webhooks.user_id = given.user_id and webhooks.environment = given.environment
        and webhooks.deleted_at is null and (webhooks.events is null or given.type = any(webhooks.events))
      for key share of webhooks),
    delivered as (
      insert into webhook_deliveries
        (user_id, webhook_id, event_row_id, event_id, type, status, created_at, next_attempt_at, last_error)
      select user_id, webhook_id, row, event_id, type, ${statusOfNew}, ${now},
        case status when 'ENABLED' then ${now} end, ${errorOfNew}
      from wanted order by ord
      returning event_row_id, webhook_id, status)
    select ord, webhook_id as "webhookId", delivered.status = 'PENDING' as "isPending"
    from given join delivered on delivered.event_row_id = given.row`);
  return rows;
};

// Returns, in the order of the events, their ids and how many endpoints get each. An id that the account has had is not sent again.
export const recordEvents = async (deps: Recording, tx: Db, events: NewEvent[]) => {
  if (!events.length) return [];
  const at = deps.now();
  const given = toGiven(events, at);
  const deliveries = await insertEvents(tx, given, at);
  const due = deliveries.flatMap(({ webhookId, isPending }) => (isPending && webhookId ? [webhookId] : []));
  afterCommit(deps, tx, () => {
    deps.metrics.webhookEvents.inc(events.length);
    deps.dueWebhooks.add([...new Set(due)]);
  });
  return given.map(({ event_id: id, ord }) => ({
    id,
    deliveries: deliveries.filter((each) => each.ord === ord).length,
  }));
};

export type PortalEvent = {
  [T in PortalEventType]: {
    ownerId: string;
    environment: Environment;
    type: T;
    data: PortalEventData<T>;
  };
}[PortalEventType];

export const recordPortalEvents = (deps: Recording, tx: Db, events: PortalEvent[]) =>
  recordEvents(deps, tx, events);
