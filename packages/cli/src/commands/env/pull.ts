import { resolve } from 'node:path';
import { type ApiKey, listKeys } from '@ballast/contract/keys/api-keys';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { confirmUnless } from '../../terminal/confirm.ts';
import { printJson } from '../../terminal/output.ts';
import { findKey, keyLabel } from '../keys/find-key.ts';
import { mayBeCommitted, readEnvFile, withVariable, writeEnvFile } from './env-file.ts';

type Options = { key?: string; variable: string; yes?: boolean; json?: boolean };

const chooseKey = async (context: Context, call: PortalCall, name: string | undefined): Promise<ApiKey> => {
  if (name !== undefined) return findKey(context, call, { key: name, environment: 'sandbox' });
  const [newest, another] = await call(listKeys, { query: { environment: 'SANDBOX', limit: 2 } });
  if (!newest)
    throw new CliFailure('not_found', 'No sandbox keys found. Create one: ballast keys create -e sandbox');
  if (!another || !context.terminal.interactive) return newest;
  return findKey(context, call, { key: undefined, environment: 'sandbox' });
};

const pull = async (context: Context, given: string, options: Options) => {
  const { env, terminal, folder } = context;
  const { variable } = options;
  if (!/^[A-Za-z_]\w*$/.test(variable))
    throw new CliFailure('usage', `--variable must be a name such as BALLAST_API_KEY, not "${variable}".`);
  const { call } = await requireSignedIn(context);
  const key = await chooseKey(context, call, options.key);
  if (key.masked) throw new CliFailure('refused', `The token may not read ${keyLabel(key)}.`);
  const file = resolve(folder, given);
  const before = await readEnvFile(file);
  const after = withVariable(before ?? '', variable, key.key);
  if (before !== null && before !== after)
    await confirmUnless(options.yes, context, `${given} exists and gets a new ${variable}.`, 'Write');
  await writeEnvFile(file, after);
  const committed = mayBeCommitted(env, file);
  if (committed)
    terminal.err.print(`${given} is not ignored by git: add it to .gitignore before you commit.`);
  if (options.json)
    return printJson(terminal, { file, variable, key: { id: key.id, name: key.name }, ignored: !committed });
  terminal.out.print(`${variable} in ${given} is ${keyLabel(key)}. Only you can read the file.`);
};

export const addPullEnv = (env: Command, context: Context) =>
  addHelp(
    env
      .command('pull')
      .description('Write a sandbox key into .env, for a program to read')
      .argument('[file]', 'the file', '.env')
      .option('--key <key>', 'name or id of the key (default: the newest, or asked for)')
      .option('--variable <name>', 'the variable that gets it', 'BALLAST_API_KEY')
      .option('-y, --yes', 'change an existing file without a question')
      .action((file: string, options: Options) => pull(context, file, options)),
    {
      examples: [
        ['ballast env pull', 'BALLAST_API_KEY in .env; its other lines stay'],
        ['ballast env pull .env.local --key Checkout --yes', 'another file, a certain key'],
      ],
      json: ['{ file, variable, key: { id, name }, ignored }', 'ignored says that git does not see the file'],
    },
  );
