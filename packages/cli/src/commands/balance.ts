import { listKeys } from '@ballast/contract/keys/api-keys';
import { getBalance } from '@ballast/contract/keys/key-check';
import type { Command } from 'commander';
import { chooseAccount, refuseForProject } from '../account/choose-account.ts';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { addHelp } from '../help/command-help.ts';
import { portalCall } from '../network/portal-call.ts';
import { facts, printJson } from '../terminal/output.ts';

type Options = { key?: string; json?: boolean };

// The balance is the owner's, so any of the account's sandbox keys reads it.
const newestKey = async (context: Context) => {
  const { call, portal } = await requireSignedIn(context);
  const [newest] = await call(listKeys, { query: { environment: 'SANDBOX', limit: 1 } });
  if (!newest)
    throw new CliFailure('not_found', 'No sandbox keys found. Create one: ballast keys create -e sandbox');
  return { key: newest.key, portal };
};

const givenKey = async (context: Context, given: string) => {
  const chosen = await chooseAccount(context);
  refuseForProject(chosen, 'The key');
  return { key: given.trim(), portal: chosen.portal };
};

const show = async (context: Context, options: Options) => {
  const { env, terminal } = context;
  const given = options.key ?? env.BALLAST_API_KEY;
  const { key, portal } = given ? await givenKey(context, given) : await newestKey(context);
  const answer = await portalCall(context, portal, key)(getBalance);
  if (options.json) return printJson(terminal, answer);
  const { balance, token } = answer;
  const held =
    balance === null ? 'kept on the network, at the addresses that you named' : `${balance} ${token}`;
  terminal.out.print(facts(terminal, [['Balance', held]]));
};

export const addBalance = (program: Command, context: Context) =>
  addHelp(
    program
      .command('balance')
      .description('Show the test tokens on your sandbox balance')
      .option('--key <key>', 'the sandbox key to ask with (default: the newest of your account)')
      .action((options: Options) => show(context, options)),
    {
      examples: [
        ['ballast balance', 'with the newest of your sandbox keys'],
        ['BALLAST_API_KEY=blst_test_… ballast balance', 'with a key of your own choice, without a sign-in'],
      ],
      json: ['{ balance, token }', 'balance is null where the faucet pays to addresses of a network'],
    },
  );
