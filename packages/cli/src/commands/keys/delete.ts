import { type ApiKey, deleteKey, deleteKeys } from '@ballast/contract/keys/api-keys';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { type AddCommand, addCommand } from '../../help/add-command.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { show } from '../../terminal/output.ts';
import { confirmUnless } from '../../terminal/prompts.ts';
import { findKey, keyLabel } from './find-key.ts';

const findKeys = async (
  context: Context,
  call: PortalCall,
  wanted: string[],
  environment: string | undefined,
) => {
  const found = new Map<string, ApiKey>();
  for (const name of wanted.length ? wanted : [undefined]) {
    const key = await findKey(context, call, name, environment);
    found.set(key.id, key);
  }
  return [...found.values()];
};

const deletedJson = ({ id, name, environment }: ApiKey) => ({ id, name, environment, deleted: true });

export const addDeleteKey: AddCommand = (keys, context) =>
  addCommand(keys, 'delete', 'Delete keys; they stop working immediately', {
    examples: [
      ['ballast keys delete Checkout', 'asks first'],
      ['ballast keys delete Checkout -e sandbox --yes', "doesn't ask"],
      ['ballast keys delete Night Morning', 'both, or none of them'],
    ],
    aliases: ['rm', 'revoke'],
    json: [
      '{ id, name, environment, deleted }, or a list of these for several keys',
      'environment is SANDBOX or PRODUCTION',
    ],
  })
    .argument('[keys...]', 'names or ids; if you leave them out, the CLI asks')
    .addOption(environmentOption('the environment of the keys'))
    .option('-y, --yes', "don't ask")
    .action(async (wanted, { environment, yes }) => {
      const { call } = await requireSignedIn(context);
      const found = await findKeys(context, call, wanted, environment);
      const [first] = found;
      const only = found.length === 1 ? first : undefined;
      const question = `${found.map(keyLabel).join(', ')} ${only ? 'stops' : 'stop'} working immediately. You can't undo this.`;
      await confirmUnless(yes, context, question, only ? 'Delete Key' : 'Delete Keys');
      // One call deletes all of them or none.
      if (only) await call(deleteKey, { params: { id: only.id } });
      else await call(deleteKeys, { body: { ids: found.map(({ id }) => id) } });
      show(context, only ? deletedJson(only) : found.map(deletedJson), () =>
        found.map((key) => `${keyLabel(key)} was deleted.`),
      );
    });
