import { type ApiKey, deleteKey, deleteKeys } from '@ballast/contract/keys/api-keys';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { confirmUnless } from '../../terminal/confirm.ts';
import { printJson } from '../../terminal/output.ts';
import { findKey, keyLabel } from './find-key.ts';

type Options = { environment?: string; yes?: boolean; json?: boolean };

const findKeys = async (context: Context, call: PortalCall, wanted: string[], options: Options) => {
  const { environment } = options;
  if (!wanted.length) return [await findKey(context, call, { key: undefined, environment })];
  const found = new Map<string, ApiKey>();
  for (const key of wanted) {
    const each = await findKey(context, call, { key, environment });
    found.set(each.id, each);
  }
  return [...found.values()];
};

const deletedJson = ({ id, name, environment }: ApiKey) => ({ id, name, environment, deleted: true });

const removeOne = async ({ terminal }: Context, call: PortalCall, key: ApiKey, json: boolean | undefined) => {
  await call(deleteKey, { params: { id: key.id } });
  if (json) return printJson(terminal, deletedJson(key));
  terminal.out.print(`${keyLabel(key)} is deleted.`);
};

// All of them or none: the portal deletes them with one call.
const removeAll = async (
  { terminal }: Context,
  call: PortalCall,
  keys: ApiKey[],
  json: boolean | undefined,
) => {
  await call(deleteKeys, { body: { ids: keys.map(({ id }) => id) } });
  if (json) return printJson(terminal, keys.map(deletedJson));
  terminal.out.print(keys.map((key) => `${keyLabel(key)} is deleted.`));
};

const remove = async (context: Context, wanted: string[], options: Options) => {
  const { call } = await requireSignedIn(context);
  const keys = await findKeys(context, call, wanted, options);
  const [only] = keys;
  const isOne = keys.length === 1 && only;
  const question = isOne
    ? `${keyLabel(only)} stops working at once and for good.`
    : `${keys.map(keyLabel).join(', ')} stop working at once and for good.`;
  await confirmUnless(options.yes, context, question, isOne ? 'Delete Key' : 'Delete Keys');
  return isOne ? removeOne(context, call, only, options.json) : removeAll(context, call, keys, options.json);
};

export const addDeleteKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('delete')
      .description('Delete keys; they stop working at once')
      .argument('[keys...]', 'names or ids; asked for when left out')
      .addOption(environmentOption('where to look for the names'))
      .option('-y, --yes', 'do not ask')
      .action((wanted: string[], options: Options) => remove(context, wanted, options)),
    {
      examples: [
        ['ballast keys delete Checkout', 'asks first'],
        ['ballast keys delete Checkout -e sandbox --yes', 'does not ask'],
        ['ballast keys delete Night Morning', 'both, or none of them'],
      ],
      json: [
        '{ id, name, environment, deleted }, of several keys a list of these',
        'environment is SANDBOX or PRODUCTION',
      ],
    },
  );
