// Requests as a person reads them in a terminal.
import type { ReviewedRequest } from './review-requests.ts';

// Dates arrive as text over the socket.
type Shown = Omit<ReviewedRequest, 'createdAt' | 'decidedAt'> & {
  createdAt: string;
  decidedAt: string | null;
};

const day = (time: string) => time.slice(0, 16).replace('T', ' ');

const table = (rows: string[][]) => {
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

export const showRequests = (requests: Shown[]) => {
  if (!requests.length) return 'No requests.';
  const rows = requests.map((request) => [
    request.id.slice(0, 8),
    request.status,
    request.environment,
    `${request.currentLimit} → ${request.requestedLimit}`,
    request.email,
    request.keyName,
    day(request.createdAt),
  ]);
  return table([['ID', 'STATUS', 'ENVIRONMENT', 'REQ/SEC', 'DEVELOPER', 'KEY', 'ASKED (UTC)'], ...rows]);
};

export const showRequest = (request: Shown) =>
  table([
    ['Request', request.id],
    ['Status', request.status],
    ['Developer', request.company ? `${request.email} (${request.company})` : request.email],
    ['Key', `${request.keyName} (${request.environment})`],
    ['Limit', `${request.currentLimit} req/sec now, ${request.requestedLimit} asked for`],
    ['Asked', `${day(request.createdAt)} UTC`],
    ['Decided', request.decidedAt ? `${day(request.decidedAt)} UTC` : 'not yet'],
    ['Note', request.note ?? ''],
    ['Reason', request.reason],
  ]);
