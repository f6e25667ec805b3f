// Page by page, so that a long log needs no memory.
import { type Activity, activityDescription, activityTitle } from '@ballast/contract/activities';
import type { Download } from '../../http/answers/send-download.ts';
import type { Deps } from '../../http/deps.ts';
import { type Filters, walkActivities } from './read-activities.ts';

const toColumns = (entry: Activity) => ({
  time: entry.timestamp,
  activity: activityTitle(entry),
  details: activityDescription(entry.description),
  type: entry.type,
  environment: entry.environment ?? '',
});

// A spreadsheet would run a cell that begins like a formula. One that cuts cells at other signs than commas can begin a cell in
// the middle of ours.
const cellBorder = /([;|\t\r\n])/;
const formulaStart = /^(\s*)(?=[=+\-@＝＋－＠])/;

const cell = (text: string) => {
  const parts = text.split(cellBorder).map((part) => part.replace(formulaStart, "$1'"));
  const safe = parts.join('').replace(/^[\t\r\n]/, "'$&");
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

async function* csv(pages: AsyncIterable<Activity[]>) {
  yield 'Time,Activity,Details,Type,Environment\r\n';
  for await (const page of pages) {
    yield page.map((entry) => `${Object.values(toColumns(entry)).map(cell).join(',')}\r\n`).join('');
  }
}

async function* json(pages: AsyncIterable<Activity[]>) {
  let separator = '[\n';
  for await (const page of pages) {
    for (const entry of page) {
      yield `${separator}${JSON.stringify(toColumns(entry))}`;
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const formats = {
  csv: { write: csv, contentType: 'text/csv; charset=utf-8' },
  json: { write: json, contentType: 'application/json; charset=utf-8' },
};

type Export = Filters & { format: keyof typeof formats };

export const exportActivities = (deps: Deps, ownerId: string, { format, ...filters }: Export): Download => {
  const { write, contentType } = formats[format];
  const day = deps.now().toISOString().slice(0, 10);
  return {
    contentType,
    filename: `activity-${day}.${format}`,
    chunks: write(walkActivities(deps, ownerId, filters)),
  };
};
