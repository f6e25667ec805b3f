// The two filters of the log. Periods begin at midnight in the reader's own time zone.
import { type Activity, type ActivityCategory, categoryOf } from '@ballast/contract/activities';

export const categoryOptions = [
  { value: 'all', label: 'All Activities' },
  { value: 'api_key', label: 'API Keys' },
  { value: 'account', label: 'Account' },
  { value: 'auth', label: 'Authentication' },
  { value: 'faucet', label: 'Faucet' },
  { value: 'other', label: 'Other' },
] as const satisfies { value: ActivityCategory | 'all'; label: string }[];

export const timeOptions = [
  { value: 'all', label: 'All Time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 Days' },
  { value: 'month', label: 'Last 30 Days' },
] as const;

export type Filters = {
  category: (typeof categoryOptions)[number]['value'];
  time: (typeof timeOptions)[number]['value'];
};

export const noFilters: Filters = { category: 'all', time: 'all' };

export const addressFilter = {
  path: '/dashboard/activity',
  usual: noFilters,
  names: { category: 'category', time: 'from' },
  allowed: {
    category: categoryOptions.map(({ value }) => value),
    time: timeOptions.map(({ value }) => value),
  },
};

// Today is one of the seven or thirty days.
const daysBack = { today: 0, week: 6, month: 29 } as const;

// What the server is asked for. It stays the same until midnight, so that the answer can be cached.
export type ActivityQuery = { category?: ActivityCategory; after?: string };

export const toQuery = ({ category, time }: Filters, now: number): ActivityQuery => {
  const query: ActivityQuery = {};
  if (category !== 'all') query.category = category;
  if (time !== 'all') {
    const start = new Date(now);
    start.setHours(0, 0, 0, 0);
    start.setDate(start.getDate() - daysBack[time]);
    query.after = start.toISOString();
  }
  return query;
};

export const matchesQuery = ({ category, after }: ActivityQuery, activity: Activity) =>
  (!category || categoryOf(activity.type) === category) &&
  (!after || Date.parse(activity.timestamp) >= Date.parse(after));

const timeWords = { all: '', today: ' today', week: ' in the last 7 days', month: ' in the last 30 days' };

export const nothingFound = ({ category, time }: Filters) => {
  const label = categoryOptions.find(({ value }) => value === category)?.label;
  return `Nothing${category === 'all' ? '' : ` in ${label}`}${timeWords[time]}.`;
};
