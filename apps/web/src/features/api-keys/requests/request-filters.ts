// Which requests are shown. All of it is a part of the address, so that a reload, a bookmark and a link show the same rows.
import { type Environment, keyLimits } from '@ballast/contract/keys/api-keys';
import { type RefusalReason, refusalNames, refusalReasons } from '@ballast/contract/keys/key-refusals';
import {
  outcomeNames,
  type RequestOutcome,
  requestLimits,
  requestOutcomes,
} from '@ballast/contract/requests/requests';

export const outcomeOptions = [
  { value: '', label: 'All' },
  ...requestOutcomes.map((value) => ({ value, label: outcomeNames[value] })),
  { value: 'blocked', label: 'Blocked' },
] as const;

export const reasonOptions = [
  { value: '', label: 'Any reason' } as const,
  ...refusalReasons.map((value) => ({ value, label: refusalNames[value] })),
];

const minuteMs = 60_000;
const lengths = { '15m': 15 * minuteMs, '1h': 60 * minuteMs, '24h': 24 * 60 * minuteMs };

export const timeOptions = [
  { value: '', label: 'Any time' },
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
] as const;

export type Filters = {
  outcome: (typeof outcomeOptions)[number]['value'];
  reason: RefusalReason | '';
  key: string;
  address: string;
  agent: string;
  path: string;
  time: (typeof timeOptions)[number]['value'];
  // A part of the past, as the chart and a group name it.
  from: string;
  to: string;
  // The id of a request, as an answer of the API carries it.
  id: string;
};

export const noFilters: Filters = {
  outcome: '',
  reason: '',
  key: '',
  address: '',
  agent: '',
  path: '',
  time: '',
  from: '',
  to: '',
  id: '',
};

export const filterNames = Object.keys(noFilters) as (keyof Filters)[];

export const isFiltered = (filters: Filters) => filterNames.some((name) => filters[name] !== '');

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const isId = (text: string) => uuid.test(text);

const oneOf = <Value extends string>(value: string, options: readonly { value: Value }[]) =>
  options.find((option) => option.value === value)?.value ?? ('' as Value);

const momentOrNone = (value: string) => {
  const at = Date.parse(value);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};

// What is not allowed is ignored.
export const readFilters = (search: string): Filters => {
  const query = new URLSearchParams(search);
  const text = (name: keyof Filters, most: number) => (query.get(name) ?? '').trim().slice(0, most);
  const from = momentOrNone(text('from', 40));
  const to = momentOrNone(text('to', 40));
  const key = text('key', keyLimits.name);
  return {
    outcome: oneOf(text('outcome', 20), outcomeOptions),
    reason: oneOf(text('reason', 40), reasonOptions),
    key: isId(key) ? key : '',
    address: text('address', requestLimits.address),
    agent: text('agent', requestLimits.userAgent),
    path: text('path', requestLimits.path),
    time: oneOf(text('time', 10), timeOptions),
    from,
    to: from && to <= from ? '' : to,
    id: text('id', requestLimits.requestId),
  };
};

export type RequestQuery = {
  environment?: Environment | undefined;
  keyId?: string | undefined;
  outcome?: RequestOutcome | undefined;
  blocked?: 'true' | undefined;
  reason?: RefusalReason | undefined;
  address?: string | undefined;
  userAgent?: string | undefined;
  path?: string | undefined;
  requestId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const outcomeOf = (outcome: Filters['outcome']) => {
  if (outcome === 'blocked') return { blocked: 'true' } as const;
  return outcome ? { outcome } : {};
};

// The id of a request is looked for in both environments.
export const toQuery = (filters: Filters, environment: Environment, now: number): RequestQuery => {
  const { outcome, reason, key, address, agent, path, time, from, to, id } = filters;
  const since = time ? new Date(now - lengths[time]).toISOString() : from;
  return {
    ...(key || id ? {} : { environment }),
    ...outcomeOf(outcome),
    ...(reason && { reason }),
    ...(key && { keyId: key }),
    ...(address && { address }),
    ...(agent && { userAgent: agent }),
    ...(path && { path }),
    ...(since && { from: since }),
    ...(to && !time && { to }),
    ...(id && { requestId: id }),
  };
};
