import {
  type KeySort,
  type KeyStatus,
  keySorts,
  keyStatuses,
  listKeys,
} from '@ballast/contract/keys/api-keys';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { printJsonList } from '../../terminal/output.ts';
import { collectKeys, readKeys } from './read-keys.ts';
import { environmentNote, keyJson, keyShape, printKeys } from './show-key.ts';

type Options = {
  environment?: string;
  search?: string;
  status?: KeyStatus;
  sort?: KeySort;
  limit?: number;
  reveal?: boolean;
  json?: boolean;
};

// More lines than this are not read by a person, who is told how to get at them.
const shownAtMost = 1000;

const parseLimit = (text: string) => {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
};

const parseSearch = (text: string) => {
  const parsed = listKeys.query.shape.search.safeParse(text);
  if (parsed.success) return parsed.data ?? '';
  throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
};

const printTable = async (
  context: Context,
  call: PortalCall,
  { environment, search, status, sort, limit, reveal = false }: Options,
) => {
  const { terminal } = context;
  const most = limit ?? shownAtMost;
  // One key more than is shown tells whether there are more.
  const keys = await collectKeys(call, { environment, search, status, sort, most: most + 1 });
  const where = environment ? `${environment} ` : '';
  if (!keys.length && search) return terminal.err.print(`No ${where}keys match "${search}".`);
  if (!keys.length && status) return terminal.err.print(`No ${where}keys are ${status}.`);
  if (!keys.length) return terminal.err.print(`No ${where}keys found. Create one with ballast keys create.`);
  printKeys(terminal, keys.slice(0, most), reveal);
  if (keys.length > most)
    terminal.err.print(
      `There are more than ${most === 1 ? 'this key' : `these ${most} keys`}. Use --search TEXT or a higher --limit.`,
    );
};

const list = async (context: Context, options: Options) => {
  const { environment, search, status, sort, limit, reveal = false, json } = options;
  const { call } = await requireSignedIn(context);
  if (!json) return printTable(context, call, options);
  const keys = readKeys(call, { environment, search, status, sort, most: limit });
  await printJsonList(context.terminal, keys, (key) => keyJson(key, reveal));
};

export const addListKeys = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('list')
      .description('List your keys, newest first')
      .addOption(environmentOption('only the keys of this environment'))
      .addOption(
        new Option('-s, --search <text>', 'only keys whose name contains this, in any case').argParser(
          parseSearch,
        ),
      )
      .addOption(new Option('--status <status>', 'only keys in this state').choices(keyStatuses))
      .addOption(
        new Option('--sort <order>', 'the newest, by name, or the last used first').choices(keySorts),
      )
      .addOption(
        new Option(
          '-n, --limit <number>',
          `how many keys at most (default: ${shownAtMost}, with --json all)`,
        ).argParser(parseLimit),
      )
      .option('--reveal', 'show the keys themselves instead of masks')
      .action((options: Options) => list(context, options)),
    {
      examples: [
        ['ballast keys list', 'both environments, masked'],
        ['ballast keys list -e sandbox --reveal', 'the sandbox keys in full'],
        ['ballast keys list --search checkout', 'the keys with checkout in their name'],
        ["ballast keys list --json | jq -r '.[].name'", 'only the names'],
      ],
      json: [`[${keyShape}]`, environmentNote, 'key is masked without --reveal'],
    },
  );
