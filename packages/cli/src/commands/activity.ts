import { activityDescription, activityTitle, categories, listActivities } from '@ballast/contract/activities';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addHelp } from '../command-help.ts';
import type { Context } from '../context.ts';
import { environmentOption, toEnvironment } from '../environments.ts';
import { printJson, table } from '../output.ts';
import { requireSignedIn } from '../signed-in.ts';
import { localTime } from '../times.ts';

type Options = {
  limit: number;
  category?: (typeof categories)[number];
  environment?: string;
  json?: boolean;
};

const defaultLimit = 20;

// The rule and its words are the portal's own.
const parseLimit = (text: string) => {
  const parsed = listActivities.query.shape.limit.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
};

const showActivity = async (context: Context, { limit, category, environment, json }: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const activities = await call(listActivities, {
    query: {
      limit,
      ...(category ? { category } : {}),
      ...(environment ? { environment: toEnvironment(environment) } : {}),
    },
  });
  if (json) return printJson(terminal, activities);
  if (!activities.length) return void terminal.out.write('No activity found.\n');
  const rows = activities.map((entry) => [
    activityDescription(entry.description),
    activityTitle(entry),
    localTime(entry.timestamp),
  ]);
  terminal.out.write(`${table(terminal, ['DETAILS', 'ACTIVITY', 'TIME'], rows)}\n`);
};

export const addActivity = (program: Command, context: Context) =>
  addHelp(
    program
      .command('activity')
      .description('Show what happened in your account, newest first')
      .addOption(
        new Option('-n, --limit <number>', 'how many entries, 1 to 100')
          .default(defaultLimit)
          .argParser(parseLimit),
      )
      .addOption(new Option('-c, --category <category>', 'only this category').choices(categories))
      .addOption(environmentOption('only what concerns this environment'))
      .action((options: Options) => showActivity(context, options)),
    {
      examples: [
        ['ballast activity', 'the last 20 entries'],
        ['ballast activity --category api_key --limit 5', 'the last changes of keys'],
        ['ballast activity --json | jq ".[0]"', 'the newest entry'],
      ],
      json: ['[{ id, type, title, description, timestamp, environment }]'],
    },
  );
