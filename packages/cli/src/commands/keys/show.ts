import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson } from '../../terminal/output.ts';
import { findKey } from './find-key.ts';
import { printAddresses } from './print-addresses.ts';
import { environmentNote, keyJson, keyShape, printFacts } from './show-key.ts';

type Options = { environment?: string; reveal?: boolean; json?: boolean };

const show = async (context: Context, wanted: string | undefined, options: Options) => {
  const { reveal = false } = options;
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  if (options.json) return printJson(context.terminal, keyJson(key, reveal));
  printFacts(context.terminal, key, reveal);
  const { addresses = [] } = key.previous ?? {};
  if (!addresses.length) return;
  context.terminal.out.print(['', 'The old value in 24 h, by address:']);
  printAddresses(context.terminal, addresses);
};

export const addShowKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('show')
      .description('Show a key with its restrictions, and who still uses its old value')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(environmentOption('where to look for the name'))
      .option('--reveal', 'show the key itself instead of a mask')
      .action((key: string | undefined, options: Options) => show(context, key, options)),
    {
      examples: [
        ['ballast keys show Checkout', 'what it is, masked'],
        ['ballast keys show Checkout --json --reveal | jq -r .key', 'only the key, for a script'],
      ],
      json: [keyShape, environmentNote, 'key is masked without --reveal'],
    },
  );
