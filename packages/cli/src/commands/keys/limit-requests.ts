import { listKeyRequests, listRequests } from '@ballast/contract/keys/rate-limit-requests';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson, table } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';
import { findKey, keyLabel } from './find-key.ts';
import { requestShape } from './request-limit.ts';

type Options = { environment?: string; json?: boolean };

const list = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const find = () => findKey(context, call, { key: wanted, environment: options.environment });
  const requests = wanted
    ? await call(listKeyRequests, { params: { id: (await find()).id } })
    : await call(listRequests);
  if (options.json) return printJson(terminal, requests);
  if (!requests.length) return terminal.err.print('No higher limit was asked for.');
  const rows = requests.map((request) => [
    keyLabel({ name: request.keyName, environment: request.environment }),
    `${request.currentLimit} → ${request.requestedLimit}`,
    request.status.toLowerCase(),
    localTime(request.createdAt),
    request.note ?? '',
  ]);
  terminal.out.print(table(terminal, ['KEY', 'REQ/SEC', 'STATE', 'ASKED', 'NOTE'], rows, ['NOTE']));
};

export const addLimitRequests = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('limit-requests')
      .description('Show which higher limits were asked for, and what became of it')
      .argument('[key]', 'name or id; all keys when left out')
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => list(context, key, options)),
    {
      examples: [
        ['ballast keys limit-requests', 'of all keys'],
        ["ballast keys limit-requests Checkout --json | jq -r '.[0].status'", 'the state of the newest'],
      ],
      json: [`[${requestShape}]`, 'status is PENDING, APPROVED or DENIED, note is what the provider wrote'],
    },
  );
