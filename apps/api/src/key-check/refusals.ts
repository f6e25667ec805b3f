// The requests that were refused, in memory until they are written. However many come, a key has a ring of the newest ones.
import { cleanLine } from '@ballast/contract/characters';
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { type RefusalReason, refusalsPerKey } from '@ballast/contract/keys/key-refusals';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';

// The request that a gateway sends: it describes in headers the one that it wants to know about.
export type GatewayRequest = {
  readonly rawHeaders: readonly string[];
  readonly method?: string | undefined;
  readonly url?: string | undefined;
};

const longest = 400;

// A part of a text keeps the whole text alive, so a long one is cut and copied.
const cutText = (text: string) =>
  text.length > longest ? Buffer.from(text.slice(0, longest), 'latin1').toString('latin1') : text;

const lastHeader = (rawHeaders: readonly string[], name: string) => {
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    const header = rawHeaders[i] as string;
    if (header.length === name.length && header.toLowerCase() === name) return rawHeaders[i + 1] as string;
  }
  return null;
};

// nginx and Traefik have names of their own for the same things. A gateway that sends the first of two names need not remove the
// second from what its callers send.
const inHeaders = ({ rawHeaders }: GatewayRequest) => ({
  method: lastHeader(rawHeaders, 'x-original-method') ?? lastHeader(rawHeaders, 'x-forwarded-method'),
  uri: lastHeader(rawHeaders, 'x-original-uri') ?? lastHeader(rawHeaders, 'x-forwarded-uri'),
});

// Envoy appends the path to that of the check, and uses the request's own method. A call of the portal's own says both itself.
const inUrl = ({ method = '', url = '' }: GatewayRequest) => {
  const uri = url.startsWith(keyCheckPath) ? url.slice(keyCheckPath.length) : url;
  return uri.startsWith('/') ? { method, uri } : { method: null, uri: null };
};

const describe = (request: GatewayRequest) => {
  const described = inHeaders(request);
  const { method, uri } = described.method === null && described.uri === null ? inUrl(request) : described;
  return { method: method && cutText(method), uri: uri && cutText(uri) };
};

// A header may hold any character. An empty text says nothing.
const cleanOrNull = (text: string | null | undefined) => (text && cleanLine(text, longest)) || null;

// A query, and what an address may hold before its path, can be secrets.
const pathOf = (uri: string | null) =>
  cleanOrNull(uri?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]);

type Refusal = {
  reason: RefusalReason;
  at: number;
  address: string;
  userAgent: string;
  method: string | null;
  uri: string | null;
};
type Ring = { refusals: Refusal[]; next: number };
type KeyOfOwner = { readonly keyId: string; readonly ownerId: string };

export type RefusalRow = {
  id: string;
  key_id: string;
  at: number;
  reason: string;
  address: string;
  user_agent: string;
  method: string | null;
  path: string | null;
};

// Of all keys, since they were last written. Beyond it, keys that have none yet leave none.
const mostRefusals = 5000;
// One owner's keys leave room for those of others.
const mostOfOwner = 500;

const toRow = (keyId: string, { reason, at, address, userAgent, method, uri }: Refusal): RefusalRow => ({
  id: crypto.randomUUID(),
  key_id: keyId,
  at,
  reason,
  address,
  user_agent: cleanOrNull(userAgent) ?? '',
  method: cleanOrNull(method),
  path: pathOf(uri),
});

export type Refusals = ReturnType<typeof openRefusals>;

export const openRefusals = () => {
  let rings = new Map<string, Ring>();
  let ofOwners = new Map<string, number>();
  let count = 0;

  const hasRoom = (ownerId: string) => count < mostRefusals && (ofOwners.get(ownerId) ?? 0) < mostOfOwner;

  const place = (ring: Ring, ownerId: string, refusal: Refusal) => {
    if (ring.refusals.length < refusalsPerKey && hasRoom(ownerId)) {
      ring.refusals.push(refusal);
      ofOwners.set(ownerId, (ofOwners.get(ownerId) ?? 0) + 1);
      count += 1;
      return;
    }
    ring.refusals[ring.next % ring.refusals.length] = refusal;
    ring.next += 1;
  };

  return {
    note: (
      { keyId, ownerId }: KeyOfOwner,
      reason: RefusalReason,
      { address, userAgent, request }: { address: string; userAgent: string; request: GatewayRequest },
      at: number,
    ) => {
      let ring = rings.get(keyId);
      if (!ring) {
        if (!hasRoom(ownerId)) return;
        ring = { refusals: [], next: 0 };
        rings.set(keyId, ring);
      }
      place(ring, ownerId, { reason, at, address, userAgent: cutText(userAgent), ...describe(request) });
    },
    take: (): RefusalRow[] => {
      const taken = rings;
      rings = new Map();
      ofOwners = new Map();
      count = 0;
      return [...taken].flatMap(([keyId, { refusals }]) => refusals.map((refusal) => toRow(keyId, refusal)));
    },
    size: () => count,
  };
};

// Rows that come again, because the answer was lost, are known by their ids. Of each key with new ones the oldest make room;
// those that another process is removing are left to it.
export const writeRefusals = (db: Db, rows: RefusalRow[]) =>
  db.execute(sql`
    with noted as (
      select noted.* from json_to_recordset(${JSON.stringify(rows)}::json) as noted(
        id uuid, key_id uuid, at bigint, reason text, address text, user_agent text, method text, path text)
      where exists (select from api_keys where api_keys.id = noted.key_id)
    ), new as (
      select key_id, count(*) as rows from noted group by key_id
    ), old as (
      select key_refusals.id,
        row_number() over (partition by key_id order by at desc, key_refusals.id) + new.rows as place
      from key_refusals join new using (key_id)
    ), gone as (
      delete from key_refusals where id in (
        select id from key_refusals
        where id in (select id from old where place > ${refusalsPerKey}) for update skip locked)
    )
    insert into key_refusals (id, key_id, at, reason, address, user_agent, method, path)
    select id, key_id, to_timestamp(at / 1000.0), reason, address, user_agent, method, path from noted
    on conflict (id) do nothing`);
