// This formats requests for a terminal.
import { counted } from '@ballast/contract/counted';
import { requestsOf, type UsageCounts } from '@ballast/contract/keys/key-usage';
import type { ReviewedRequest, ReviewedUsage } from '@ballast/contract/operator/operator';
import {
  formatCount as count,
  minuteOf as day,
  formatTable,
  paragraphRows,
} from '../command-line/format-table.ts';

const counts = (usage: UsageCounts) =>
  `${counted(requestsOf(usage), 'request')}: ${count(usage.allowed)} allowed, ${count(usage.limited)} limited, ${count(usage.refused)} refused`;

const busiest = ({ busiestMinute }: ReviewedUsage) => {
  if (!busiestMinute) return 'none in 30 days';
  const { at, requests } = busiestMinute;
  return `${counted(requests, 'request')} (${(requests / 60).toFixed(1)} per second) at ${day(at)} UTC`;
};

type LastUse = Pick<ReviewedRequest, 'lastUsedAt' | 'lastUsedAddress' | 'lastUsedUserAgent'>;

export const formatLastUse = ({ lastUsedAt, lastUsedAddress, lastUsedUserAgent }: LastUse) => {
  if (!lastUsedAt) return 'never';
  return `${day(lastUsedAt)} UTC from ${lastUsedAddress ?? 'an unknown address'}${lastUsedUserAgent ? ` (${lastUsedUserAgent})` : ''}`;
};

export const formatRequests = (requests: ReviewedRequest[]) => {
  if (!requests.length) return 'No requests.';
  const rows = requests.map((request) => [
    request.id.slice(0, 8),
    request.status,
    request.environment,
    `${request.currentLimit} → ${request.requestedLimit}`,
    request.email,
    request.keyName,
    day(request.createdAt),
    count(requestsOf(request.usage.last30Days)),
    count(request.usage.last30Days.limited),
  ]);
  const head = [
    'ID',
    'STATUS',
    'ENVIRONMENT',
    'REQ/SEC',
    'DEVELOPER',
    'KEY',
    'ASKED (UTC)',
    'USED 30 D',
    'LIMITED',
  ];
  return formatTable([head, ...rows]);
};

export const formatUsageRows = (usage: ReviewedUsage) => [
  ['Last 24 h', counts(usage.lastDay)],
  ['Last 30 days', counts(usage.last30Days)],
  ['Busiest minute', busiest(usage)],
];

// What the key had when it was decided, or has while it is not.
const limits = ({ status, currentLimit, requestedLimit }: ReviewedRequest) =>
  `${currentLimit} req/sec ${status === 'PENDING' ? 'now' : 'before'}, ${requestedLimit} asked for`;

export const formatRequest = (request: ReviewedRequest) =>
  formatTable([
    ['Request', request.id],
    ['Status', request.status],
    ['Developer', request.company ? `${request.email} (${request.company})` : request.email],
    ['Key', `${request.keyName} (${request.environment})`],
    ['Limit', limits(request)],
    ...formatUsageRows(request.usage),
    ['Last used', formatLastUse(request)],
    ['Asked', `${day(request.createdAt)} UTC`],
    ['Decided', request.decidedAt ? `${day(request.decidedAt)} UTC` : 'not yet'],
    ...paragraphRows('Note', request.note ?? ''),
    ...paragraphRows('Reason', request.reason),
  ]);
