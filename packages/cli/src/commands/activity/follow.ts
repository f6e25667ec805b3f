// What happens in the account is printed as it happens, until somebody presses Ctrl-C.
import type { Activity } from '@ballast/contract/activities';
import type { Context } from '../../context.ts';
import { isPassing } from '../../failures.ts';
import { portalCall, quietly } from '../../network/portal-call.ts';
import { printJsonLine } from '../../terminal/output.ts';
import { activityJson, activityLine } from './print.ts';
import { type ActivityFilters, collectActivities } from './read.ts';

type Followed = { portal: string; token: string; filters: ActivityFilters; json: boolean | undefined };

const pollMs = 2000;
// Entries of one moment may come one after the other, so the last moments are read again.
const overlapMs = 60_000;
const remembered = 1000;

const newerThan = (filters: ActivityFilters, latest: Activity | undefined): ActivityFilters =>
  latest ? { ...filters, since: new Date(Date.parse(latest.timestamp) - overlapMs) } : filters;

// A portal that is away for a moment does not end it.
const readQuietly = (read: Promise<Activity[]>) =>
  read.catch((error) => {
    if (isPassing(error)) return [];
    throw error;
  });

export const followActivities = async (
  context: Context,
  { portal, token, filters, json }: Followed,
  first: Activity[],
): Promise<never> => {
  const call = portalCall(quietly(context), portal, token);
  const { out } = context.terminal;
  const print = (entry: Activity) =>
    json ? printJsonLine(out, activityJson(entry)) : out.print(activityLine(entry));
  let known = first.map(({ id }) => id);
  let latest = first[0];
  let isFirstRound = true;
  for (const entry of first.toReversed()) print(entry);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const read = collectActivities(call, newerThan(filters, latest), remembered);
    const entries = await readQuietly(read);
    // What is older than the first list's newest entry was left out of it on purpose.
    const begin = isFirstRound ? entries.findIndex(({ id }) => id === latest?.id) : -1;
    const fresh = (begin === -1 ? entries : entries.slice(0, begin)).filter(({ id }) => !known.includes(id));
    for (const entry of fresh.toReversed()) print(entry);
    known = [...entries.map(({ id }) => id), ...known].slice(0, remembered * 3);
    latest = fresh[0] ?? latest;
    if (entries.length) isFirstRound = false;
  }
};
