import { type ApiKey, createKey, environments } from '@ballast/contract/keys/api-keys';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentName, environmentOption, toEnvironment } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { type AddCommand, addCommand } from '../../help/add-command.ts';
import { askChoice, askConfirmation } from '../../terminal/prompts.ts';
import { keyLabel } from './find-key.ts';
import { environmentNote, keyShape, printKey } from './print-key.ts';
import { chooseName } from './rename.ts';
import { allowOption, expiresOption, restrictionsOf, scopeOption } from './restriction-options.ts';

const hints = { SANDBOX: 'test tokens', PRODUCTION: 'real funds' };

const chooseEnvironment = async ({ terminal }: Context, flag: string | undefined) => {
  if (flag) return toEnvironment(flag);
  if (!terminal.interactive)
    throw new CliFailure('usage', 'Add the environment: --environment sandbox or production.');
  return askChoice(
    'Which environment?',
    environments.map((value) => ({ value, label: environmentName(value), hint: hints[value] })),
  );
};

// A script has named the environment itself; a person may have picked the wrong line.
const confirmProduction = async (
  { terminal }: Context,
  key: Pick<ApiKey, 'name' | 'environment'>,
  yes: boolean | undefined,
) => {
  if (key.environment !== 'PRODUCTION' || yes || !terminal.interactive) return;
  await askConfirmation(`${keyLabel(key)} will work with real funds.`, 'Create Key');
};

export const addCreateKey: AddCommand = (keys, context) =>
  addCommand(keys, 'create', 'Create a key and show it', {
    examples: [
      ['ballast keys create', 'asks for the environment and the name'],
      ['ballast keys create --name Checkout -e sandbox', "doesn't ask"],
      ['ballast keys create --name Night -e sandbox --expires 30d', 'expires in 30 days'],
      ['ballast keys create --name CI -e sandbox --jq .key', 'only the key, for a script'],
    ],
    json: [keyShape, environmentNote],
  })
    .option('--name <name>', 'a name for the key')
    .addOption(environmentOption('sandbox or production'))
    .option('-y, --yes', 'create a production key without a question')
    .addOption(expiresOption)
    .addOption(scopeOption)
    .addOption(allowOption)
    .action(async (options) => {
      const { call, portal } = await requireSignedIn(context);
      const environment = await chooseEnvironment(context, options.environment);
      const name = await chooseName(context, options.name);
      await confirmProduction(context, { name, environment }, options.yes);
      const body = { name, environment, ...restrictionsOf(options) };
      const key = await call(createKey, { body }).catch((error: CliFailure) => {
        if (error.details.reason !== 'profile_incomplete') throw error;
        throw new CliFailure('refused', `${error.message} Do so at ${portal}/onboarding`, error.details);
      });
      printKey(context, key, 'Key created.');
    });
