// The provider's backend publishes events of its accounts. All of a call are taken, or none.
import { createHash, timingSafeEqual } from 'node:crypto';
import { errorTexts } from '@ballast/contract/http/errors';
import { isPortalEvent } from '@ballast/contract/webhooks/event-types';
import { type PublishedEvent, publishedEvent } from '@ballast/contract/webhooks/events';
import { webhookLimits, webhookMessages } from '@ballast/contract/webhooks/webhook-limits';
import { sql } from 'drizzle-orm';
import { logAfterCommit } from '../../../db/after-commit.ts';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { toFailure } from '../../../http/requests/schema-check.ts';
import { recordEvents } from '../../../identity/webhooks/record-event.ts';
import { Failure, invalidField } from '../../../runtime/failure.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { type PublisherToken, webhookSettings } from '../settings.ts';
import { isProviderEvent } from './event-types.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

// The comparison takes as long for a token that is nearly right.
export const findPublisher = (tokens: PublisherToken[], authorization: string): PublisherToken => {
  if (!tokens.length) throw new Failure('no_such_route');
  const given = digest(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '');
  const [found] = tokens.filter(({ value }) => timingSafeEqual(digest(value), given));
  if (!found) throw new Failure('unauthorized', { message: webhookMessages.publisherUnknown });
  return found;
};

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Failure('malformed_request', { message: errorTexts.malformedJson });
  }
};

type Placed = { event: PublishedEvent; at: (field: string) => string };

// The fields of a list are named by their place in it: events.3.type.
const read = (given: unknown, at: Placed['at']): Placed => {
  const result = publishedEvent.safeParse(given);
  if (result.success) return { event: result.data, at };
  const failure = toFailure(result.error.issues, publishedEvent);
  if (failure.code !== 'validation_failed') throw failure;
  const fields = Object.fromEntries(
    Object.entries(failure.fields).map(([field, message]) => [at(field), message]),
  );
  throw new Failure('validation_failed', { message: failure.message, fields });
};

const readAll = (body: unknown): Placed[] => {
  if (!Array.isArray(body)) return [read(body, (field) => field)];
  if (!body.length || body.length > webhookLimits.publishedAtOnce)
    throw invalidField('events', webhookMessages.publishedMalformed);
  return body.map((each, index) => read(each, (field) => `events.${index}.${field}`));
};

const refuseWrong = ({ config }: Deps, placed: Placed[]) => {
  const ids = new Set<string>();
  for (const { event, at } of placed) {
    const { id, type, userId, data } = event;
    if (isPortalEvent(type)) throw invalidField(at('type'), webhookMessages.typeOfPortal(type));
    if (!isProviderEvent(config, type)) throw invalidField(at('type'), webhookMessages.typeUnknown(type));
    if (Buffer.byteLength(JSON.stringify(data)) > webhookLimits.publishedBytes)
      throw invalidField(at('data'), webhookMessages.dataTooLarge);
    const own = `${userId.toLowerCase()} ${id}`;
    if (id !== undefined && ids.has(own)) throw invalidField(at('id'), webhookMessages.idTwice);
    ids.add(own);
  }
};

const refuseUnknownUsers = async (tx: Db, placed: Placed[]) => {
  const wanted = [...new Set(placed.map(({ event }) => event.userId.toLowerCase()))];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where id = any(${sql.param(wanted)}::uuid[]) order by id for key share`);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = placed.find(({ event }) => !known.has(event.userId.toLowerCase()));
  if (unknown) throw invalidField(unknown.at('userId'), webhookMessages.userUnknown);
};

export const publishEvents = async (deps: Deps, body: Uint8Array, authorization: string) => {
  const { publisherTokens } = settingsOf(deps.config, webhookSettings);
  const { id: publisher } = findPublisher(publisherTokens, authorization);
  const placed = readAll(parse(body));
  refuseWrong(deps, placed);
  return deps.db.transaction(async (tx) => {
    await refuseUnknownUsers(tx, placed);
    const events = placed.map(({ event: { userId, ...event } }) => ({
      ...event,
      ownerId: userId.toLowerCase(),
    }));
    const taken = await recordEvents(deps, tx, events);
    logAfterCommit(deps, tx, { event: 'events_published', publisher, count: events.length });
    return taken;
  });
};
