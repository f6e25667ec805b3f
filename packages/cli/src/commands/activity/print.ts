import { type Activity, activityDescription, activityTitle } from '@ballast/contract/activities';
import { table } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { localTime } from '../../terminal/times.ts';

export const activityJson = ({ id, type, title, description, timestamp, environment }: Activity) => ({
  id,
  type,
  title,
  description,
  timestamp,
  environment,
});

export const printActivities = (terminal: Terminal, activities: Activity[]) => {
  const rows = activities.map((entry) => [
    activityDescription(entry.description),
    activityTitle(entry),
    localTime(entry.timestamp),
  ]);
  terminal.out.print(table(terminal, ['DETAILS', 'ACTIVITY', 'TIME'], rows));
};

// A line of its own, for a list that never ends.
export const activityLine = (entry: Activity) =>
  `${localTime(entry.timestamp)}  ${activityTitle(entry)}  ${activityDescription(entry.description)}`;
