import { type ApiKey, endGrace, rotateKey } from '@ballast/contract/keys/api-keys';
import type { Grace } from '@ballast/contract/keys/key-grace';
import { Option } from '@commander-js/extra-typings';
import { environmentOption } from '../../environments.ts';
import type { AddCommand } from '../../help/add-command.ts';
import { show } from '../../terminal/output.ts';
import { confirmUnless } from '../../terminal/prompts.ts';
import { localTime } from '../../terminal/times.ts';
import { addKeyCommand, keyLabel, requireKey } from './find-key.ts';
import { environmentNote, keyJson, keyShape, printKey } from './print-key.ts';

const graceNames = ['now', '1h', '24h', '7d'] as const;
const graceSeconds: Record<(typeof graceNames)[number], Grace> = {
  now: 0,
  '1h': 3600,
  '24h': 24 * 3600,
  '7d': 7 * 24 * 3600,
};

const headline = ({ previous }: ApiKey) =>
  previous
    ? `Key rotated. The old value works until ${localTime(previous.endsAt)}.`
    : 'Key rotated. The old value no longer works.';

export const addRotateKey: AddCommand = (keys, context) =>
  addKeyCommand(
    keys,
    'rotate',
    'Replace the value of a key; the old one stops working at once, or after a grace',
    {
      examples: [
        ['ballast keys rotate Checkout', 'asks, then shows the new value'],
        ['ballast keys rotate Checkout --grace 24h', 'both values work for a day'],
        ['ballast keys rotate Checkout -e production --yes', 'does not ask'],
      ],
      json: [keyShape, environmentNote],
    },
  )
    .addOption(
      new Option('--grace <time>', 'how long the old value works beside the new one')
        .choices(graceNames)
        .default('now' as const),
    )
    .addOption(environmentOption('where to look for the name'))
    .option('-y, --yes', 'do not ask')
    .action(async (wanted, options) => {
      const { grace, yes } = options;
      const { call, key } = await requireKey(context, wanted, options);
      const end = grace === 'now' ? 'at once' : `in ${grace}`;
      const question = `The present value of ${keyLabel(key)} stops working ${end}.`;
      await confirmUnless(yes, context, question, 'Rotate Key');
      const body = { graceSeconds: graceSeconds[grace] };
      const rotated = await call(rotateKey, {
        params: { id: key.id },
        ...(grace === 'now' ? {} : { body }),
      });
      printKey(context, rotated, headline(rotated));
    });

export const addEndGrace: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'end-grace', 'Stop the previous value of a rotated key at once', {
    examples: [['ballast keys end-grace Checkout', 'once nothing uses the old value any more']],
    json: [keyShape, environmentNote, 'key is masked'],
  })
    .addOption(environmentOption('where to look for the name'))
    .option('-y, --yes', 'do not ask')
    .action(async (wanted, options) => {
      const { call, key } = await requireKey(context, wanted, options);
      const question = `The previous value of ${keyLabel(key)} stops working at once.`;
      if (key.previous) await confirmUnless(options.yes, context, question, 'End Grace');
      const ended = await call(endGrace, { params: { id: key.id } });
      show(context, keyJson(ended, false), () =>
        key.previous
          ? `The previous value of ${keyLabel(ended)} no longer works.`
          : `${keyLabel(ended)} has no previous value that works.`,
      );
    });
