import { endGrace } from '@ballast/contract/keys/api-keys';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { confirmUnless } from '../../terminal/confirm.ts';
import { printJson } from '../../terminal/output.ts';
import { findKey, keyLabel } from './find-key.ts';
import { environmentNote, keyJson, keyShape } from './show-key.ts';

type Options = { environment?: string; yes?: boolean; json?: boolean };

const end = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  const question = `The previous value of ${keyLabel(key)} stops working at once.`;
  if (key.previous) await confirmUnless(options.yes, context, question, 'End Grace');
  const ended = await call(endGrace, { params: { id: key.id } });
  if (options.json) return printJson(terminal, keyJson(ended, false));
  terminal.out.print(
    key.previous
      ? `The previous value of ${keyLabel(ended)} no longer works.`
      : `${keyLabel(ended)} has no previous value that works.`,
  );
};

export const addEndGrace = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('end-grace')
      .description('Stop the previous value of a rotated key at once')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(environmentOption('where to look for the name'))
      .option('-y, --yes', 'do not ask')
      .action((key: string | undefined, options: Options) => end(context, key, options)),
    {
      examples: [['ballast keys end-grace Checkout', 'once nothing uses the old value any more']],
      json: [keyShape, environmentNote, 'key is masked'],
    },
  );
