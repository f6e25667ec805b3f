import { type ApiKey, rotateKey } from '@ballast/contract/keys/api-keys';
import type { Grace } from '@ballast/contract/keys/key-grace';
import { type Command, Option } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { addHelp } from '../../help/command-help.ts';
import { confirmUnless } from '../../terminal/confirm.ts';
import { localTime } from '../../terminal/times.ts';
import { findKey, keyLabel } from './find-key.ts';
import { environmentNote, keyShape, printKey } from './show-key.ts';

const graceNames = { now: 0, '1h': 3600, '24h': 24 * 3600, '7d': 7 * 24 * 3600 } as const satisfies Record<
  string,
  Grace
>;
type GraceName = keyof typeof graceNames;

type Options = { grace: GraceName; environment?: string; yes?: boolean; json?: boolean };

const question = (key: Pick<ApiKey, 'name' | 'environment'>, grace: GraceName) =>
  grace === 'now'
    ? `The present value of ${keyLabel(key)} stops working at once.`
    : `The present value of ${keyLabel(key)} stops working in ${grace}.`;

const headline = ({ previous }: ApiKey) =>
  previous
    ? `Key rotated. The old value works until ${localTime(previous.endsAt)}.`
    : 'Key rotated. The old value no longer works.';

const rotate = async (context: Context, wanted: string | undefined, options: Options) => {
  const { grace } = options;
  const { call } = await requireSignedIn(context);
  const { id, ...key } = await findKey(context, call, { key: wanted, environment: options.environment });
  await confirmUnless(options.yes, context, question(key, grace), 'Rotate Key');
  const body = { graceSeconds: graceNames[grace] };
  const rotated = await call(rotateKey, { params: { id }, ...(grace === 'now' ? {} : { body }) });
  printKey(context.terminal, rotated, options.json, headline(rotated));
};

export const addRotateKey = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('rotate')
      .description('Replace the value of a key; the old one stops working at once, or after a grace')
      .argument('[key]', 'name or id; asked for when left out')
      .addOption(
        new Option('--grace <time>', 'how long the old value works beside the new one')
          .choices(Object.keys(graceNames))
          .default('now'),
      )
      .addOption(environmentOption('where to look for the name'))
      .option('-y, --yes', 'do not ask')
      .action((key: string | undefined, options: Options) => rotate(context, key, options)),
    {
      examples: [
        ['ballast keys rotate Checkout', 'asks, then shows the new value'],
        ['ballast keys rotate Checkout --grace 24h', 'both values work for a day'],
        ['ballast keys rotate Checkout -e production --yes', 'does not ask'],
      ],
      json: [keyShape, environmentNote],
    },
  );
