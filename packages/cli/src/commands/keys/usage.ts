import {
  getKeyUsage,
  type KeyUsageWindow,
  keyUsageWindows,
  requestsOf,
} from '@ballast/contract/keys/key-usage';
import { Option } from '@commander-js/extra-typings';
import { environmentOption } from '../../environments.ts';
import type { AddCommand } from '../../help/add-command.ts';
import { facts, show } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';
import { addKeyCommand, keyLabel, requireKey } from './find-key.ts';
import { addressTable } from './print-key.ts';
import { drawUsage } from './usage-chart.ts';

const windowNames = Object.keys(keyUsageWindows) as KeyUsageWindow[];

export const addKeyUsage: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'usage', 'Show the usage of a key', {
    examples: [
      ['ballast keys usage Checkout', 'the last 24 hours'],
      ['ballast keys usage Checkout --window 30d', 'the last 30 days'],
      ['ballast keys usage Checkout --jq .total', 'only the totals'],
    ],
    json: [
      '{ window, bucketSeconds, total, buckets, addresses, lastUse }',
      'total is { allowed, limited, refused }, buckets are [{ start, allowed, limited, refused }], oldest first',
      'addresses are [{ address, requests, lastSeenAt }], the busiest first',
    ],
  })
    .addOption(
      new Option('-w, --window <window>', 'how far back').choices(windowNames).default('24h' as const),
    )
    .addOption(environmentOption('the environment of the key'))
    .action(async (wanted, options) => {
      const { window } = options;
      const { call, key } = await requireKey(context, wanted, options);
      const usage = await call(getKeyUsage, { params: { id: key.id }, query: { window } });
      const { total, lastUse, buckets, addresses } = usage;
      const requests = requestsOf(total);
      const outcomes = `${total.allowed} allowed, ${total.limited} rate limited, ${total.refused} rejected`;
      show(context, usage, (terminal) => [
        ...facts(terminal, [
          ['Key', keyLabel(key)],
          [`Requests, ${window}`, `${requests.toLocaleString('en-US')} (${outcomes})`],
          ['Last used', lastUse ? `${localTime(lastUse.at)} from ${lastUse.address}` : 'never'],
        ]),
        ...(requests ? ['', ...drawUsage(terminal, buckets)] : []),
        ...addressTable(terminal, addresses),
      ]);
    });
