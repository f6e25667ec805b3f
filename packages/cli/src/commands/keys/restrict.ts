import { updateKey } from '@ballast/contract/api-keys';
import type { Command } from 'commander';
import { addHelp } from '../../command-help.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { printJson } from '../../output.ts';
import { requireSignedIn } from '../../signed-in.ts';
import { findKey } from './find-key.ts';
import { addRestrictionOptions, type RestrictionFlags, restrictionsOf } from './restriction-options.ts';
import { environmentNote, keyJson, keyShape, printFacts } from './show-key.ts';

type Options = RestrictionFlags & { environment?: string; json?: boolean };

const restrict = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const body = restrictionsOf(options);
  if (!Object.keys(body).length)
    throw new CliFailure('usage', 'Say what to restrict: --expires, --scope or --allow.');
  const { call } = await requireSignedIn(context);
  const { id } = await findKey(context, call, { key: wanted, environment: options.environment });
  const key = await call(updateKey, { params: { id }, body });
  if (options.json) return printJson(terminal, keyJson(key, false));
  printFacts(terminal, key, false);
};

export const addRestrictKey = (keys: Command, context: Context) =>
  addHelp(
    addRestrictionOptions(
      keys
        .command('restrict')
        .description('Change until when a key works, what it may do and from where')
        .argument('[key]', 'name or id; asked for when left out'),
    )
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => restrict(context, key, options)),
    {
      examples: [
        ['ballast keys restrict Checkout --expires 90d', 'it stops working in 90 days'],
        ['ballast keys restrict Checkout --scope payments:read,payments:write', 'and may do nothing else'],
        ['ballast keys restrict Checkout --allow 203.0.113.0/24', 'and works from this network alone'],
        ['ballast keys restrict Checkout --expires never --scope all --allow any', 'lifts them again'],
      ],
      json: [keyShape, environmentNote, 'key is masked'],
    },
  );
