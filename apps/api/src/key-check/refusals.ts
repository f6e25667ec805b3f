// The requests that were refused, kept in memory until they are written. However many come, a key has a ring of the newest ones.
import { type RefusalReason, refusalsPerKey } from '@ballast/contract/keys/key-refusals';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/connections/open.ts';
import { type AskedRequest, cleanOrNull, cutText, pathOf, readAsked } from './refused-request.ts';

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

// Of all keys, since they were last written. Keys that come then leave no refusals until there is room again.
const mostRefusals = 5000;
// One owner's keys take no more of them, so that there is room for those of others.
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
      {
        at,
        address,
        userAgent,
        request,
      }: { at: number; address: string; userAgent: string; request: AskedRequest },
    ) => {
      let ring = rings.get(keyId);
      if (!ring) {
        if (!hasRoom(ownerId)) return;
        ring = { refusals: [], next: 0 };
        rings.set(keyId, ring);
      }
      const { method, uri } = readAsked(request);
      place(ring, ownerId, { reason, at, address, userAgent: cutText(userAgent), method, uri });
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

// One statement. Rows that come again, because the answer was lost, are known by their ids. Of each key that has new ones the oldest
// make room; those that another process is removing are left to it.
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
