import { updateKey } from '@ballast/contract/keys/api-keys';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson } from '../../terminal/output.ts';
import { chooseName } from './choose-name.ts';
import { findKey, keyLabel } from './find-key.ts';
import { environmentNote, keyJson, keyShape } from './show-key.ts';

type Options = { name?: string; environment?: string; json?: boolean };

const rename = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  const name = await chooseName(context, options.name, 'What is its new name?');
  const renamed = await call(updateKey, { params: { id: key.id }, body: { name } });
  if (options.json) return printJson(terminal, keyJson(renamed, false));
  terminal.out.print(`${keyLabel(key)} is now ${keyLabel(renamed)}.`);
};

export const addRenameKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('rename')
      .description('Give a key another name')
      .argument('[key]', 'name or id; asked for when left out')
      .option('--name <name>', 'the new name')
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => rename(context, key, options)),
    {
      examples: [['ballast keys rename Checkout --name "Checkout EU"', 'the value stays as it is']],
      json: [keyShape, environmentNote, 'key is masked'],
    },
  );
