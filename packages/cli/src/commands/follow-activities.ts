// Reads the activity log page by page, newest entry first, and polls it for new entries.
import {
  type Activity,
  type ActivityCategory,
  activityDescription,
  activityFetchSize,
  activityTitle,
  listActivities,
} from '@ballast/contract/activities';
import type { SignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { toEnvironment } from '../environments.ts';
import { isPassing } from '../failures.ts';
import { collect, readPages } from '../network/paging.ts';
import { type PortalCall, portalCall, quietly } from '../network/portal-call.ts';
import { printJsonEntry } from '../terminal/output.ts';
import { localTime } from '../terminal/times.ts';

type Filters = {
  category?: ActivityCategory | undefined;
  environment?: string | undefined;
  since?: Date | undefined;
};

export const activityJson = ({ id, type, title, description, timestamp, environment }: Activity) => ({
  id,
  type,
  title: activityTitle({ type, title }),
  description,
  timestamp,
  environment,
});

const activityLine = (entry: Activity) =>
  `${localTime(entry.timestamp)}  ${activityTitle(entry)}  ${activityDescription(entry.description)}`;

export const collectActivities = (
  call: PortalCall,
  { category, environment, since }: Filters,
  most: number,
) => {
  const filters = {
    ...(category ? { category } : {}),
    ...(environment ? { environment: toEnvironment(environment) } : {}),
    ...(since ? { after: since.toISOString() } : {}),
  };
  return collect(
    readPages((page) => call.withHeaders(listActivities, { query: { ...filters, ...page } }), {
      longestPage: activityFetchSize,
      most,
    }),
  );
};

const pollMs = 2000;
// Entries of one moment may come one after the other, so the last moments are read again.
const overlapMs = 60_000;
const remembered = 1000;

const newerThan = (filters: Filters, latest: Activity | undefined): Filters =>
  latest ? { ...filters, since: new Date(Date.parse(latest.timestamp) - overlapMs) } : filters;

export const followActivities = async (
  context: Context,
  { portal, credentials }: SignedIn,
  filters: Filters,
  first: Activity[],
): Promise<never> => {
  const call = portalCall(quietly(context), portal, credentials.token);
  const { terminal, flags } = context;
  const { out } = terminal;
  terminal.endsOnInterrupt = true;
  const print = (entry: Activity) =>
    flags.json ? printJsonEntry(terminal, activityJson(entry)) : out.print(activityLine(entry));
  let known = first.map(({ id }) => id);
  let latest = first[0];
  let isFirstRound = true;
  for (const entry of first.toReversed()) print(entry);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    // A portal that is away for a moment does not end it.
    const entries = await collectActivities(call, newerThan(filters, latest), remembered).catch((error) => {
      if (isPassing(error)) return [];
      throw error;
    });
    // What is older than the first list's newest entry was left out of it on purpose.
    const begin = isFirstRound ? entries.findIndex(({ id }) => id === latest?.id) : -1;
    const fresh = (begin === -1 ? entries : entries.slice(0, begin)).filter(({ id }) => !known.includes(id));
    for (const entry of fresh.toReversed()) print(entry);
    known = [...entries.map(({ id }) => id), ...known].slice(0, remembered * 3);
    latest = fresh[0] ?? latest;
    if (entries.length) isFirstRound = false;
  }
};
