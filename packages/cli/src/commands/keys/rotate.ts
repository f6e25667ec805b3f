import { rotateKey } from '@ballast/contract/api-keys';
import type { Command } from 'commander';
import { addHelp } from '../../command-help.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { requireSignedIn } from '../../signed-in.ts';
import { confirmUnless } from './confirm.ts';
import { findKey, keyLabel } from './find-key.ts';
import { environmentNote, keyShape, printKey } from './show-key.ts';

type Options = { environment?: string; yes?: boolean; json?: boolean };

const rotate = async (context: Context, wanted: string | undefined, options: Options) => {
  const { call } = await requireSignedIn(context);
  const { id, ...key } = await findKey(context, call, { key: wanted, environment: options.environment });
  await confirmUnless(
    options.yes,
    context,
    `The present value of ${keyLabel(key)} stops working at once.`,
    'Rotate Key',
  );
  const rotated = await call(rotateKey, { params: { id } });
  printKey(context.terminal, rotated, options.json, 'Key rotated. The old value no longer works.');
};

export const addRotateKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('rotate')
      .description('Replace the value of a key; the old one stops working at once')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(environmentOption('where to look for the name'))
      .option('-y, --yes', 'do not ask')
      .action((key: string | undefined, options: Options) => rotate(context, key, options)),
    {
      examples: [
        ['ballast keys rotate Checkout', 'asks, then shows the new value'],
        ['ballast keys rotate Checkout -e production --yes', 'does not ask'],
      ],
      json: [keyShape, environmentNote],
    },
  );
