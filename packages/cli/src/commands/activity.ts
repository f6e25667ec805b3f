import { activityDescription, activityTitle, categories } from '@ballast/contract/activities';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { requireSignedIn } from '../account/signed-in.ts';
import { environmentOption } from '../environments.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { limitOption } from '../network/paging.ts';
import { printJson, table } from '../terminal/output.ts';
import { localTime, parseSince } from '../terminal/times.ts';
import { activityJson, collectActivities, followActivities } from './follow-activities.ts';

const defaultLimit = 20;

const readSince = (text: string) => {
  const moment = parseSince(text);
  if (moment) return moment;
  throw new InvalidArgumentError('It must be a time back from now, such as 30m, 12h or 7d, or a date.');
};

export const addActivity: AddCommand = (program, context) =>
  addCommand(program, 'activity', 'Show what happened in your account, newest first', {
    examples: [
      ['ballast activity', 'the last 20 entries'],
      ['ballast activity --since 7d --category api_key', 'all changes of keys in a week'],
      ['ballast activity --follow', 'the last 20 entries, and each new one'],
      ["ballast activity --jq '.[0]'", 'the newest entry'],
    ],
    json: [
      '[{ id, type, title, description, timestamp, environment }]',
      'with --follow one entry a line instead, oldest first',
    ],
  })
    .addOption(limitOption(`how many entries at most (default: ${defaultLimit}, with --since all)`))
    .addOption(new Option('-c, --category <category>', 'only this category').choices(categories))
    .addOption(environmentOption('only entries of this environment'))
    .addOption(
      new Option('--since <when>', 'only newer entries: 30m, 12h, 7d or 2027-01-31').argParser(readSince),
    )
    .option('-f, --follow', 'keep printing new entries, oldest first, until Ctrl-C')
    .action(async ({ limit, follow, ...filters }) => {
      const { terminal, flags } = context;
      const signedIn = await requireSignedIn(context);
      // A period that was chosen is shown whole, unless a limit is set.
      const most = limit ?? (filters.since ? Number.POSITIVE_INFINITY : defaultLimit);
      const activities = await collectActivities(signedIn.call, filters, most);
      if (follow) return followActivities(context, signedIn, filters, activities);
      if (flags.json) return printJson(terminal, activities.map(activityJson));
      if (!activities.length) return terminal.out.print('No activity found.');
      const rows = activities.map((entry) => [
        localTime(entry.timestamp),
        activityTitle(entry),
        activityDescription(entry.description),
      ]);
      terminal.out.print(table(terminal, ['TIME', 'ACTIVITY', 'DETAILS'], rows, [], 'DETAILS'));
    });
