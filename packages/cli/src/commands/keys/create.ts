import { type ApiKey, createKey, environments } from '@ballast/contract/keys/api-keys';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentName, environmentOption, toEnvironment } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import { askChoice, askConfirmation } from '../../terminal/prompts.ts';
import { chooseName } from './choose-name.ts';
import { keyLabel } from './find-key.ts';
import { addRestrictionOptions, type RestrictionFlags, restrictionsOf } from './restriction-options.ts';
import { environmentNote, keyShape, printKey } from './show-key.ts';

type Options = RestrictionFlags & { name?: string; environment?: string; yes?: boolean; json?: boolean };

const hints = { sandbox: 'test tokens', production: 'real funds' };

const chooseEnvironment = async ({ terminal }: Context, given: string | undefined) => {
  if (given) return toEnvironment(given);
  if (!terminal.interactive)
    throw new CliFailure('usage', 'Say which environment: --environment sandbox or production.');
  return askChoice(
    'Which environment?',
    environments.map((value) => {
      const label = environmentName(value);
      return { value, label, hint: hints[label as keyof typeof hints] };
    }),
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

const create = async (context: Context, options: Options) => {
  const { call, portal } = await requireSignedIn(context);
  const environment = await chooseEnvironment(context, options.environment);
  const name = await chooseName(context, options.name);
  await confirmProduction(context, { name, environment }, options.yes);
  const body = { name, environment, ...restrictionsOf(options) };
  const key = await call(createKey, { body }).catch((error: CliFailure) => {
    if (error.details.reason !== 'profile_incomplete') throw error;
    throw new CliFailure('refused', `${error.message} Do so at ${portal}/onboarding`, error.details);
  });
  printKey(context.terminal, key, options.json, 'Key created.');
};

export const addCreateKey = (keys: Command, context: Context) =>
  addHelp(
    addRestrictionOptions(
      keys
        .command('create')
        .description('Create a key and show it')
        .option('--name <name>', 'what the key is called')
        .addOption(environmentOption('where it works'))
        .option('-y, --yes', 'create a production key without a question'),
    ).action((options: Options) => create(context, options)),
    {
      examples: [
        ['ballast keys create', 'asks for the environment and the name'],
        ['ballast keys create --name Checkout -e sandbox', 'asks nothing'],
        ['ballast keys create --name Night -e sandbox --expires 30d', 'stops working in 30 days'],
        ['ballast keys create --name CI -e sandbox --json | jq -r .key', 'only the key, for a script'],
      ],
      json: [keyShape, environmentNote],
    },
  );
