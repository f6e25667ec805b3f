import { keyName, updateKey } from '@ballast/contract/keys/api-keys';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import type { AddCommand } from '../../help/add-command.ts';
import { show } from '../../terminal/output.ts';
import { askText } from '../../terminal/prompts.ts';
import { addKeyCommand, keyLabel, requireKey } from './find-key.ts';
import { environmentNote, keyJson, keyShape } from './print-key.ts';

const problemWith = (name: string) => keyName.safeParse(name).error?.issues[0]?.message;

export const chooseName = async (
  { terminal }: Context,
  flag: string | undefined,
  question = 'What do you want to call the key?',
) => {
  if (flag === undefined && !terminal.interactive) throw new CliFailure('usage', 'Add a name: --name NAME.');
  const name = flag ?? (await askText(question, problemWith));
  const problem = problemWith(name);
  if (problem) throw new CliFailure('usage', problem);
  return name.trim();
};

export const addRenameKey: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'rename', 'Rename a key', {
    examples: [['ballast keys rename Checkout --name "Checkout EU"', 'the key itself stays the same']],
    json: [keyShape, environmentNote, 'key is masked'],
  })
    .option('--name <name>', 'the new name')
    .addOption(environmentOption('the environment of the key'))
    .action(async (wanted, options) => {
      const { call, key } = await requireKey(context, wanted, options);
      const name = await chooseName(context, options.name, 'What is its new name?');
      const renamed = await call(updateKey, { params: { id: key.id }, body: { name } });
      show(context, keyJson(renamed, false), () => `${keyLabel(key)} is now ${keyLabel(renamed)}.`);
    });
