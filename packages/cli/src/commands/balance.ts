import { type ApiKey, listKeys } from '@ballast/contract/keys/api-keys';
import { getBalance } from '@ballast/contract/keys/key-check';
import { chooseAccount, refuseForProject } from '../account/choose-account.ts';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { portalCall } from '../network/portal-call.ts';
import { facts, show } from '../terminal/output.ts';
import { keyLabel } from './keys/find-key.ts';

const usableFrom = 100;

const isFree = ({ status, scopes, allowedNetworks }: ApiKey) =>
  status === 'ACTIVE' && scopes === null && allowedNetworks === null;

// The balance is the owner's, so any of the account's sandbox keys reads it. A restricted key may be refused.
const chooseKey = async (context: Context) => {
  const { call, portal } = await requireSignedIn(context);
  const keys = await call(listKeys, { query: { environment: 'SANDBOX', limit: usableFrom } });
  if (!keys.length)
    throw new CliFailure('not_found', 'No sandbox keys found. Create one: ballast keys create -e sandbox');
  const readable = keys.filter(({ masked }) => !masked);
  const chosen = readable.find(isFree) ?? readable.find(({ status }) => status === 'ACTIVE') ?? readable[0];
  if (!chosen)
    throw new CliFailure(
      'refused',
      "The token can't read your keys. Pass one with --key or BALLAST_API_KEY.",
    );
  return { key: chosen.key, portal, chosen };
};

// A key that nobody named is named in what went wrong with it.
const withKey = (failure: CliFailure, chosen: ApiKey | null) =>
  chosen && failure.code === 'refused'
    ? new CliFailure(
        failure.code,
        `${failure.message} It was asked with ${keyLabel(chosen)}: name another one with --key.`,
        { ...failure.details, key: { id: chosen.id, name: chosen.name } },
      )
    : failure;

const namedKey = async (context: Context, key: string) => {
  const chosen = await chooseAccount(context);
  refuseForProject(chosen, 'The key');
  return { key: key.trim(), portal: chosen.portal, chosen: null };
};

export const addBalance: AddCommand = (program, context) =>
  addCommand(program, 'balance', 'Show the test tokens on your sandbox balance', {
    examples: [
      ['ballast balance', 'with a sandbox key of yours that has no restrictions'],
      ['BALLAST_API_KEY=blst_test_… ballast balance', 'with a key of your choice, without signing in'],
    ],
    json: [
      '{ balance, token, key }',
      'balance is null where the faucet pays to addresses of a network',
      'key is { id, name } of the key it used, or null if you passed one',
    ],
  })
    .option('--key <key>', 'the sandbox key to use (default: one of yours)')
    .action(async (options) => {
      const named = options.key ?? context.env.BALLAST_API_KEY;
      const { key, portal, chosen } = named ? await namedKey(context, named) : await chooseKey(context);
      const { balance, token } = await portalCall(
        context,
        portal,
        key,
      )(getBalance).catch((failure: CliFailure) => {
        throw withKey(failure, chosen);
      });
      const amount =
        balance === null ? 'kept on the network, at the addresses that you named' : `${balance} ${token}`;
      const keyName = chosen && { id: chosen.id, name: chosen.name };
      show(context, { balance, token, key: keyName }, (terminal) =>
        facts(terminal, [
          ['Balance', amount],
          ['Key used', chosen && keyLabel(chosen)],
        ]),
      );
    });
