import { listKeys } from '@ballast/contract/keys/api-keys';
import { getBalance } from '@ballast/contract/keys/key-check';
import { chooseAccount, refuseForProject } from '../account/choose-account.ts';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { portalCall } from '../network/portal-call.ts';
import { facts, show } from '../terminal/output.ts';

// The balance is the owner's, so any of the account's sandbox keys reads it.
const newestKey = async (context: Context) => {
  const { call, portal } = await requireSignedIn(context);
  const [newest] = await call(listKeys, { query: { environment: 'SANDBOX', limit: 1 } });
  if (!newest)
    throw new CliFailure('not_found', 'No sandbox keys found. Create one: ballast keys create -e sandbox');
  return { key: newest.key, portal };
};

const namedKey = async (context: Context, key: string) => {
  const chosen = await chooseAccount(context);
  refuseForProject(chosen, 'The key');
  return { key: key.trim(), portal: chosen.portal };
};

export const addBalance: AddCommand = (program, context) =>
  addCommand(program, 'balance', 'Show the test tokens on your sandbox balance', {
    examples: [
      ['ballast balance', 'with the newest of your sandbox keys'],
      ['BALLAST_API_KEY=blst_test_… ballast balance', 'with a key of your own choice, without a sign-in'],
    ],
    json: ['{ balance, token }', 'balance is null where the faucet pays to addresses of a network'],
  })
    .option('--key <key>', 'the sandbox key to ask with (default: the newest of your account)')
    .action(async (options) => {
      const named = options.key ?? context.env.BALLAST_API_KEY;
      const { key, portal } = named ? await namedKey(context, named) : await newestKey(context);
      const answer = await portalCall(context, portal, key)(getBalance);
      const { balance, token } = answer;
      const amount =
        balance === null ? 'kept on the network, at the addresses that you named' : `${balance} ${token}`;
      show(context, answer, (terminal) => facts(terminal, [['Balance', amount]]));
    });
