// This formats requests for a terminal.
import { printable } from '@ballast/contract/characters';
import { requestsOf, type UsageCounts } from '@ballast/contract/key-usage';
import type { ReviewedRequest, ReviewedUsage } from '@ballast/contract/operator';

const day = (time: string) => time.slice(0, 16).replace('T', ' ');

const count = (value: number) => value.toLocaleString('en-US');

const counts = (usage: UsageCounts) =>
  `${count(requestsOf(usage))} requests: ${count(usage.allowed)} allowed, ${count(usage.limited)} limited, ${count(usage.refused)} refused`;

const busiest = ({ busiestMinute }: ReviewedUsage) => {
  if (!busiestMinute) return 'none in 30 days';
  const { at, requests } = busiestMinute;
  return `${count(requests)} requests (${(requests / 60).toFixed(1)} per second) at ${day(at)} UTC`;
};

const lastUse = ({ lastUsedAt, lastUsedAddress, lastUsedUserAgent }: ReviewedRequest) => {
  if (!lastUsedAt) return 'never';
  return `${day(lastUsedAt)} UTC from ${lastUsedAddress ?? 'an unknown address'}${lastUsedUserAgent ? ` (${lastUsedUserAgent})` : ''}`;
};

// Names, reasons and user agents come from developers, and may be older than the rules for text.
const table = (given: string[][]) => {
  const rows = given.map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
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
  return table([head, ...rows]);
};

// Each further line stands below the first, so that none can pass for another fact.
const paragraphRows = (label: string, text: string) =>
  text.split('\n').map((line, place) => [place === 0 ? label : '', line]);

export const formatRequest = (request: ReviewedRequest) =>
  table([
    ['Request', request.id],
    ['Status', request.status],
    ['Developer', request.company ? `${request.email} (${request.company})` : request.email],
    ['Key', `${request.keyName} (${request.environment})`],
    ['Limit', `${request.currentLimit} req/sec now, ${request.requestedLimit} asked for`],
    ['Last 24 h', counts(request.usage.lastDay)],
    ['Last 30 days', counts(request.usage.last30Days)],
    ['Busiest minute', busiest(request.usage)],
    ['Last used', lastUse(request)],
    ['Asked', `${day(request.createdAt)} UTC`],
    ['Decided', request.decidedAt ? `${day(request.decidedAt)} UTC` : 'not yet'],
    ...paragraphRows('Note', request.note ?? ''),
    ...paragraphRows('Reason', request.reason),
  ]);
