// The requests of one key and outcome that wait to be written. Up to 20 of a second have a row each. Those beyond share the rows: each
// adds to the weight of one, and takes its place with a chance that makes every request as likely to be shown.
import type { RefusalReason } from '@ballast/contract/keys/key-refusals';
import { type RequestOutcome, requestLimits } from '@ballast/contract/requests/requests';
import { cutText, describeRequest, type GatewayRequest, scopeText } from './describe-request.ts';

export type LoggedRequest = {
  readonly address: string;
  readonly userAgent: string;
  readonly neededScopes: readonly string[];
  readonly requestId: string;
  readonly request: GatewayRequest;
};

export type Entry = {
  at: number;
  reason: RefusalReason | null;
  address: string;
  userAgent: string;
  scope: string | null;
  requestId: string;
  method: string | null;
  uri: string | null;
  weight: number;
};

type Lane = {
  entries: Entry[];
  // The second of the last request, how many entries it has so far, and the place of its first entry in the queue.
  second: number;
  given: number;
  first: number;
  turn: number;
};

// An account, its keys with entries, and the number of those.
export type Owner = {
  readonly id: string;
  readonly keys: Set<KeyLanes>;
  entries: number;
  // One that has written its rows of the day writes again then.
  restsUntil: number;
};

export type KeyLanes = {
  readonly keyId: string;
  readonly owner: Owner;
  open: boolean;
} & Record<RequestOutcome, Lane | null>;

export const openKeyLanes = (keyId: string, owner: Owner): KeyLanes => ({
  keyId,
  owner,
  open: true,
  allowed: null,
  limited: null,
  refused: null,
});

const newLane = (): Lane => ({ entries: [], second: 0, given: 0, first: 0, turn: 0 });

// While nothing can be written.
const mostOfLane = 100;

const describe = (entry: Entry, reason: RefusalReason | null, from: LoggedRequest, at: number) => {
  const { method, uri } = describeRequest(from.request);
  entry.at = at;
  entry.reason = reason;
  entry.address = from.address;
  entry.userAgent = cutText(from.userAgent);
  entry.scope = scopeText(from.neededScopes);
  entry.requestId = from.requestId;
  entry.method = method;
  entry.uri = uri;
};

const emptyEntry = (): Entry => ({
  ...{ at: 0, reason: null, address: '', userAgent: '', scope: null, requestId: '' },
  ...{ method: null, uri: null, weight: 1 },
});

const share = (lane: Lane, reason: RefusalReason | null, from: LoggedRequest, at: number) => {
  const { entries } = lane;
  const first = lane.first < entries.length ? lane.first : 0;
  lane.turn += 1;
  const entry = entries[first + (lane.turn % (entries.length - first))] as Entry;
  entry.weight += 1;
  if (Math.random() * entry.weight < 1) describe(entry, reason, from, at);
};

// Returns whether there is a row more. Without room a lane has one row for all that comes.
export const addToLane = (
  key: KeyLanes,
  outcome: RequestOutcome,
  reason: RefusalReason | null,
  from: LoggedRequest,
  at: number,
  hasRoom: boolean,
): boolean => {
  let lane = key[outcome];
  if (lane === null) {
    lane = newLane();
    key[outcome] = lane;
  }
  const second = at - (at % 1000);
  if (second !== lane.second) {
    lane.second = second;
    lane.given = 0;
    lane.first = lane.entries.length;
  }
  const waiting = lane.entries.length;
  if (waiting && (!hasRoom || lane.given >= requestLimits.perSecond || waiting >= mostOfLane)) {
    share(lane, reason, from, at);
    return false;
  }
  const entry = emptyEntry();
  describe(entry, reason, from, at);
  lane.entries.push(entry);
  lane.given += 1;
  return true;
};

export const takeFromLane = (lane: Lane | null): Entry[] => {
  if (!lane?.entries.length) return [];
  const { entries } = lane;
  lane.entries = [];
  lane.first = 0;
  return entries;
};

const isPast = (lane: Lane | null, second: number) =>
  lane === null || (lane.entries.length === 0 && lane.second < second);

// A key that was used in this second is kept, so that it does not get its rows of this second twice.
export const isIdle = ({ allowed, limited, refused }: KeyLanes, second: number) =>
  isPast(allowed, second) && isPast(limited, second) && isPast(refused, second);
