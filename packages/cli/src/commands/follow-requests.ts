// Reads requests page by page, newest first, and waits for new ones.
import { setTimeout as pause } from 'node:timers/promises';
import {
  listRequests,
  outcomeNames,
  type RequestOutcome,
  type RequestRow,
  requestLimits,
} from '@ballast/contract/requests/requests';
import type { SignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { isPassing } from '../failures.ts';
import { collect, readPages } from '../network/paging.ts';
import { type PortalCall, portalCall, quietly } from '../network/portal-call.ts';
import { printJsonEntry } from '../terminal/output.ts';
import { localSecond } from '../terminal/times.ts';

export type RequestFilters = {
  keyId?: string | undefined;
  environment?: 'SANDBOX' | 'PRODUCTION' | undefined;
  outcome?: RequestOutcome | undefined;
  requestId?: string | undefined;
};

export const collectRequests = (call: PortalCall, filters: RequestFilters, most: number) =>
  collect(
    readPages((page) => call.withHeaders(listRequests, { query: { ...filters, ...page } }), {
      longestPage: requestLimits.longestPage,
      most,
    }),
  );

// A row that represents several requests says how many.
export const requestCells = (row: RequestRow) => [
  localSecond(row.at),
  `${outcomeNames[row.outcome]}${row.weight > 1 ? ` ×${row.weight}` : ''}`,
  [row.method, row.path].filter(Boolean).join(' ') || '-',
  row.keyName,
  row.address || '-',
  row.reason ?? '-',
  row.requestId,
];

// A portal without room for one more answers at once.
const pauseMs = 2000;
const shortestWaitMs = 1000;

export const followRequests = async (
  context: Context,
  { portal, credentials }: SignedIn,
  filters: RequestFilters,
  first: RequestRow[],
): Promise<never> => {
  const { terminal, flags } = context;
  const call = portalCall(quietly(context), portal, credentials.token);
  terminal.endsOnInterrupt = true;
  const print = (row: RequestRow) =>
    flags.json ? printJsonEntry(terminal, row) : terminal.out.print(requestCells(row).join('  '));
  for (const row of first.toReversed()) print(row);
  let after = first[0]?.id;
  for (;;) {
    const began = performance.now();
    const query = { ...filters, after, wait: requestLimits.waitSeconds, limit: requestLimits.longestPage };
    // A portal that is away for a moment does not end it.
    const rows = await call(listRequests, { query }).catch((error) => {
      if (isPassing(error)) return [];
      throw error;
    });
    // Without a place to begin after, the newest comes first.
    for (const row of after ? rows : rows.toReversed()) print(row);
    after = (after ? rows.at(-1) : rows[0])?.id ?? after;
    if (!rows.length && performance.now() - began < shortestWaitMs) await pause(pauseMs);
  }
};
