import { categories } from '@ballast/contract/activities';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { environmentOption } from '../environments.ts';
import { addHelp } from '../help/command-help.ts';
import { printJson } from '../terminal/output.ts';
import { parseSince } from '../terminal/times.ts';
import { followActivities } from './activity/follow.ts';
import { activityJson, printActivities } from './activity/print.ts';
import { type ActivityFilters, collectActivities } from './activity/read.ts';

type Options = ActivityFilters & { limit?: number; follow?: boolean; json?: boolean };

const defaultLimit = 20;

const parseLimit = (text: string) => {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
};

const readSince = (text: string) => {
  const moment = parseSince(text);
  if (moment) return moment;
  throw new InvalidArgumentError('It must be a time back from now, such as 30m, 12h or 7d, or a date.');
};

// A time that was chosen is shown whole, unless its reader says how much.
const showActivity = async (context: Context, { limit, follow, json, ...filters }: Options) => {
  const { terminal } = context;
  const { call, portal, credentials } = await requireSignedIn(context);
  const most = limit ?? (filters.since ? Number.POSITIVE_INFINITY : defaultLimit);
  const activities = await collectActivities(call, filters, most);
  if (follow)
    return followActivities(context, { portal, token: credentials.token, filters, json }, activities);
  if (json) return printJson(terminal, activities.map(activityJson));
  if (!activities.length) return terminal.out.print('No activity found.');
  printActivities(terminal, activities);
};

export const addActivity = (program: Command, context: Context) =>
  addHelp(
    program
      .command('activity')
      .description('Show what happened in your account, newest first')
      .addOption(
        new Option(
          '-n, --limit <number>',
          `how many entries at most (default: ${defaultLimit}, with --since all)`,
        ).argParser(parseLimit),
      )
      .addOption(new Option('-c, --category <category>', 'only this category').choices(categories))
      .addOption(environmentOption('only what concerns this environment'))
      .addOption(
        new Option('--since <when>', 'only what is newer: 30m, 12h, 7d or 2027-01-31').argParser(readSince),
      )
      .option('-f, --follow', 'go on and print what happens, oldest first, until Ctrl-C')
      .action((options: Options) => showActivity(context, options)),
    {
      examples: [
        ['ballast activity', 'the last 20 entries'],
        ['ballast activity --since 7d --category api_key', 'all changes of keys in a week'],
        ['ballast activity --follow', 'the last 20 entries, and each new one'],
        ['ballast activity --json | jq ".[0]"', 'the newest entry'],
      ],
      json: [
        '[{ id, type, title, description, timestamp, environment }]',
        'with --follow one entry a line instead, oldest first',
      ],
    },
  );
