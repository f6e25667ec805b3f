import { listRefusals, refusalNames } from '@ballast/contract/keys/key-refusals';
import { environmentOption } from '../../environments.ts';
import type { AddCommand } from '../../help/add-command.ts';
import { printJson, show, table } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';
import { addKeyCommand, keyLabel, requireKey } from './find-key.ts';
import { addressTable, environmentNote, keyFacts, keyJson, keyShape } from './print-key.ts';

export const addShowKey: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'show', 'Show a key, its restrictions, and the use of its old key', {
    examples: [
      ['ballast keys show Checkout', 'its details, with the key masked'],
      ['ballast keys show Checkout --reveal --jq .key', 'only the key, for a script'],
    ],
    json: [keyShape, environmentNote, 'key is masked without --reveal'],
  })
    .addOption(environmentOption('the environment of the key'))
    .option('--reveal', 'show the whole key')
    .action(async (wanted, options) => {
      const { reveal = false } = options;
      const { key } = await requireKey(context, wanted, options);
      const { addresses = [] } = key.previous ?? {};
      show(context, keyJson(key, reveal), (terminal) => [
        ...keyFacts(terminal, key, reveal),
        ...(addresses.length ? ['', 'Requests with the old key in 24 h, by address:'] : []),
        ...addressTable(terminal, addresses),
      ]);
    });

export const addKeyRefusals: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'refusals', 'Show why requests with a key were blocked, newest first', {
    examples: [
      ['ballast keys refusals Checkout', 'the last 100'],
      ["ballast keys refusals Checkout --jq '.[].reason' | sort | uniq -c", 'counted by reason'],
    ],
    json: ['[{ at, reason, address, userAgent, method, path }]', 'reason is the code of the key check'],
  })
    .addOption(environmentOption('the environment of the key'))
    .action(async (wanted, options) => {
      const { terminal, flags } = context;
      const { call, key } = await requireKey(context, wanted, options);
      const refusals = await call(listRefusals, { params: { id: key.id } });
      if (flags.json) return printJson(terminal, refusals);
      if (!refusals.length) return terminal.err.print(`No requests with ${keyLabel(key)} were blocked.`);
      const rows = refusals.map(({ at, reason, address, userAgent, method, path }) => [
        [method, path].filter(Boolean).join(' ') || '-',
        localTime(at),
        refusalNames[reason].toLowerCase(),
        address,
        userAgent,
      ]);
      const head = ['REQUEST', 'TIME', 'REASON', 'ADDRESS', 'AGENT'];
      terminal.out.print(table(terminal, head, rows, ['AGENT', 'ADDRESS']));
    });
