import {
  getKeyUsage,
  type KeyUsageWindow,
  keyUsageWindows,
  requestsOf,
} from '@ballast/contract/keys/key-usage';
import { type Command, Option } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { facts, printJson } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';
import { findKey, keyLabel } from './find-key.ts';
import { printAddresses } from './print-addresses.ts';
import { drawUsage } from './usage-chart.ts';

type Options = { window: KeyUsageWindow; environment?: string; json?: boolean };

const defaultWindow: KeyUsageWindow = '24h';

const showUsage = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const { window } = options;
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  const usage = await call(getKeyUsage, { params: { id: key.id }, query: { window } });
  if (options.json) return printJson(terminal, usage);
  const { total, lastUse } = usage;
  const requests = requestsOf(total);
  const outcome = `${requests.toLocaleString('en-US')} (${total.allowed} allowed, ${total.limited} limited, ${total.refused} refused)`;
  const lines: [string, string][] = [
    ['Key', keyLabel(key)],
    [`Requests, ${window}`, outcome],
    ['Last used', lastUse ? `${localTime(lastUse.at)} from ${lastUse.address}` : 'never'],
  ];
  terminal.out.print(facts(terminal, lines));
  if (requests) terminal.out.print(['', ...drawUsage(terminal, usage.buckets)]);
  if (usage.addresses.length) printAddresses(terminal, usage.addresses);
};

export const addKeyUsage = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('usage')
      .description('Show how much a key was used')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(
        new Option('-w, --window <window>', 'how far back')
          .choices(Object.keys(keyUsageWindows))
          .default(defaultWindow),
      )
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => showUsage(context, key, options)),
    {
      examples: [
        ['ballast keys usage Checkout', 'the last 24 hours'],
        ['ballast keys usage Checkout --window 30d', 'the last 30 days'],
        ['ballast keys usage Checkout --json | jq .total', 'only the sums'],
      ],
      json: [
        '{ window, bucketSeconds, total, buckets, addresses, lastUse }',
        'total is { allowed, limited, refused }, buckets are [{ start, allowed, limited, refused }], oldest first',
        'addresses are [{ address, requests, lastSeenAt }], the busiest first',
      ],
    },
  );
