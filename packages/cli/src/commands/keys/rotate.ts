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
    ? `Key rotated. The old key works until ${localTime(previous.endsAt)}.`
    : 'Key rotated. The old key no longer works.';

export const addRotateKey: AddCommand = (keys, context) =>
  addKeyCommand(
    keys,
    'rotate',
    'Rotate a key; the old one stops working immediately, or after a grace period',
    {
      examples: [
        ['ballast keys rotate Checkout', 'asks, then shows the new key'],
        ['ballast keys rotate Checkout --grace 24h', 'both keys work for a day'],
        ['ballast keys rotate Checkout -e production --yes', "doesn't ask"],
      ],
      json: [keyShape, environmentNote],
    },
  )
    .addOption(
      new Option('--grace <time>', 'how long the old key keeps working')
        .choices(graceNames)
        .default('now' as const),
    )
    .addOption(environmentOption('the environment of the key'))
    .option('-y, --yes', "don't ask")
    .action(async (wanted, options) => {
      const { grace, yes } = options;
      const { call, key } = await requireKey(context, wanted, options);
      const end = grace === 'now' ? 'immediately' : `in ${grace}`;
      const question = `${keyLabel(key)} stops working ${end}, and a new key replaces it.`;
      await confirmUnless(yes, context, question, 'Rotate Key');
      const body = { graceSeconds: graceSeconds[grace] };
      const rotated = await call(rotateKey, {
        params: { id: key.id },
        ...(grace === 'now' ? {} : { body }),
      });
      printKey(context, rotated, headline(rotated));
    });

export const addEndGrace: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'end-grace', 'Revoke the old key after a rotation', {
    examples: [['ballast keys end-grace Checkout', 'once nothing uses the old key']],
    json: [keyShape, environmentNote, 'key is masked'],
  })
    .addOption(environmentOption('the environment of the key'))
    .option('-y, --yes', "don't ask")
    .action(async (wanted, options) => {
      const { call, key } = await requireKey(context, wanted, options);
      const question = `The old key of ${keyLabel(key)} stops working immediately.`;
      if (key.previous) await confirmUnless(options.yes, context, question, 'Revoke Old Key');
      const ended = await call(endGrace, { params: { id: key.id } });
      show(context, keyJson(ended, false), () =>
        key.previous
          ? `The old key of ${keyLabel(ended)} no longer works.`
          : `${keyLabel(ended)} has no old key.`,
      );
    });
