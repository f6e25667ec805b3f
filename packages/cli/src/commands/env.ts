import { resolve } from 'node:path';
import { type ApiKey, listKeys } from '@ballast/contract/keys/api-keys';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import type { PortalCall } from '../network/portal-call.ts';
import { show } from '../terminal/output.ts';
import { confirmUnless } from '../terminal/prompts.ts';
import { mayBeCommitted, readEnvFile, withVariable, writeEnvFile } from './env-file.ts';
import { findKey, keyLabel } from './keys/find-key.ts';

const chooseKey = async (context: Context, call: PortalCall, name: string | undefined): Promise<ApiKey> => {
  if (name !== undefined) return findKey(context, call, name, 'sandbox');
  const [newest, another] = await call(listKeys, { query: { environment: 'SANDBOX', limit: 2 } });
  if (!newest)
    throw new CliFailure('not_found', 'No sandbox keys found. Create one: ballast keys create -e sandbox');
  if (!another || !context.terminal.interactive) return newest;
  return findKey(context, call, undefined, 'sandbox');
};

const addPull: AddCommand = (parent, context) =>
  addCommand(parent, 'pull', 'Write a sandbox key into .env', {
    examples: [
      ['ballast env pull', 'BALLAST_API_KEY in .env; other lines stay'],
      ['ballast env pull .env.local --key Checkout --yes', 'another file and key'],
    ],
    json: ['{ file, variable, key: { id, name }, ignored }', 'ignored says if git ignores the file'],
  })
    .argument('[file]', 'the file', '.env')
    .option('--key <key>', 'name or id of the key (default: the newest, or the CLI asks)')
    .option('--variable <name>', 'the name of the variable', 'BALLAST_API_KEY')
    .option('-y, --yes', 'change an existing file without asking')
    .action(async (path, { key: name, variable, yes }) => {
      const { env, terminal, folder } = context;
      if (!/^[A-Za-z_]\w*$/.test(variable))
        throw new CliFailure(
          'usage',
          `--variable must be a name such as BALLAST_API_KEY, not "${variable}".`,
        );
      const { call } = await requireSignedIn(context);
      const key = await chooseKey(context, call, name);
      if (key.masked) throw new CliFailure('refused', `The token may not read ${keyLabel(key)}.`);
      const file = resolve(folder, path);
      const before = await readEnvFile(file);
      const after = withVariable(before ?? '', variable, key.key);
      if (before !== null && before !== after)
        await confirmUnless(yes, context, `${path} exists and gets a new ${variable}.`, 'Write');
      await writeEnvFile(file, after);
      const committed = mayBeCommitted(env, file);
      if (committed)
        terminal.err.print(`${path} is not ignored by git: add it to .gitignore before you commit.`);
      const result = { file, variable, key: { id: key.id, name: key.name }, ignored: !committed };
      show(context, result, () => `${variable} in ${path} is ${keyLabel(key)}. Only you can read the file.`);
    });

export const addEnv: AddCommand = (program, context) =>
  addPull(program.command('env').description('Keys for programs'), context);
