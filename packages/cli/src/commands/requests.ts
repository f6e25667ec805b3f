import { getKey } from '@ballast/contract/keys/api-keys';
import { requestOutcomes } from '@ballast/contract/requests/requests';
import { Option } from '@commander-js/extra-typings';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { environmentOption, toEnvironment } from '../environments.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { limitOption } from '../network/paging.ts';
import type { PortalCall } from '../network/portal-call.ts';
import { printJson, table } from '../terminal/output.ts';
import { collectRequests, followRequests, requestCells } from './follow-requests.ts';
import { findKey } from './keys/find-key.ts';

const defaultLimit = 20;
const head = ['TIME', 'OUTCOME', 'REQUEST', 'KEY', 'ADDRESS', 'REASON', 'ID'];

// An id is taken as it is: the token need not be allowed to read the key itself.
const keyIdOf = async (context: Context, call: PortalCall, key: string, environment: string | undefined) =>
  getKey.params.safeParse({ id: key }).success ? key : (await findKey(context, call, key, environment)).id;

export const addRequests: AddCommand = (program, context) =>
  addCommand(program, 'requests', 'Show the requests made with your keys, newest first', {
    examples: [
      ['ballast requests', `the last ${defaultLimit} requests`],
      ['ballast requests Checkout --follow', 'those of one key, and each new one as it comes'],
      ['ballast requests --outcome refused', 'only blocked requests, with the reason'],
      ['ballast requests --id 6f1c0c8e', 'the request with this X-Request-Id'],
      ["ballast requests --jq '.[].path'", 'only the paths'],
    ],
    json: [
      '[{ id, at, keyId, keyName, environment, outcome, reason, method, path, address, userAgent, requestId, scope, weight }]',
      'weight says how many requests a row represents; with --follow one row a line instead, oldest first',
    ],
  })
    .argument('[key]', 'name or id of a key; all keys when left out')
    .addOption(limitOption(`how many requests at most (default: ${defaultLimit})`))
    .addOption(new Option('-o, --outcome <outcome>', 'only this outcome').choices(requestOutcomes))
    .option('--id <request-id>', 'only the request with this id')
    .addOption(environmentOption('only those of this environment'))
    .option('-f, --follow', 'keep printing new requests until Ctrl-C')
    .action(async (key, { limit, follow, outcome, id, environment }) => {
      const { terminal, flags } = context;
      const signedIn = await requireSignedIn(context);
      const filters = {
        ...(key ? { keyId: await keyIdOf(context, signedIn.call, key, environment) } : {}),
        ...(environment ? { environment: toEnvironment(environment) } : {}),
        ...(outcome ? { outcome } : {}),
        ...(id ? { requestId: id } : {}),
      };
      const rows = await collectRequests(signedIn.call, filters, limit ?? defaultLimit);
      if (follow) return followRequests(context, signedIn, filters, rows);
      if (flags.json) return printJson(terminal, rows);
      if (!rows.length) return terminal.out.print('No requests found.');
      const spare = ['ID', 'ADDRESS', 'KEY', 'REASON'];
      terminal.out.print(table(terminal, head, rows.map(requestCells), spare, 'REQUEST'));
    });
