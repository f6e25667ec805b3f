import { deleteKey } from '@ballast/contract/api-keys';
import type { Command } from 'commander';
import { addHelp } from '../../command-help.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { printJson } from '../../output.ts';
import { requireSignedIn } from '../../signed-in.ts';
import { confirmUnless } from './confirm.ts';
import { findKey, keyLabel } from './find-key.ts';
import { environmentNote } from './show-key.ts';

type Options = { environment?: string; yes?: boolean; json?: boolean };

const remove = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const { id, name, environment } = await findKey(context, call, {
    key: wanted,
    environment: options.environment,
  });
  const label = keyLabel({ name, environment });
  await confirmUnless(options.yes, context, `${label} stops working at once and for good.`, 'Delete Key');
  await call(deleteKey, { params: { id } });
  if (options.json) return printJson(terminal, { id, name, environment, deleted: true });
  terminal.out.write(`${label} is deleted.\n`);
};

export const addDeleteKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('delete')
      .description('Delete a key; it stops working at once')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(environmentOption('where to look for the name'))
      .option('-y, --yes', 'do not ask')
      .action((key: string | undefined, options: Options) => remove(context, key, options)),
    {
      examples: [
        ['ballast keys delete Checkout', 'asks first'],
        ['ballast keys delete Checkout -e sandbox --yes', 'does not ask'],
      ],
      json: ['{ id, name, environment, deleted }', environmentNote],
    },
  );
