import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { refusalWords } from '@ballast/contract/keys/refusal-words';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson, table } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';
import { findKey, keyLabel } from './find-key.ts';

type Options = { environment?: string; json?: boolean };

const showRefusals = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  const refusals = await call(listRefusals, { params: { id: key.id } });
  if (options.json) return printJson(terminal, refusals);
  if (!refusals.length) return terminal.err.print(`No request with ${keyLabel(key)} was refused.`);
  const rows = refusals.map(({ at, reason, address, userAgent, method, path }) => [
    [method, path].filter(Boolean).join(' ') || '-',
    localTime(at),
    refusalWords[reason].name.toLowerCase(),
    address,
    userAgent,
  ]);
  const head = ['REQUEST', 'TIME', 'REASON', 'ADDRESS', 'AGENT'];
  terminal.out.print(table(terminal, head, rows, ['AGENT', 'ADDRESS']));
};

export const addKeyRefusals = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('refusals')
      .description('Show why requests with a key were refused, newest first')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => showRefusals(context, key, options)),
    {
      examples: [
        ['ballast keys refusals Checkout', 'the last 100'],
        ["ballast keys refusals Checkout --json | jq -r '.[].reason' | sort | uniq -c", 'counted by reason'],
      ],
      json: ['[{ at, reason, address, userAgent, method, path }]', 'reason is the code of the key check'],
    },
  );
