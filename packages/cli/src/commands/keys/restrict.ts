import { counted } from '@ballast/contract/counted';
import { type ApiKey, updateKey } from '@ballast/contract/keys/api-keys';
import { dryRunDays, tryNetworks } from '@ballast/contract/keys/network-dry-run';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { printJson } from '../../terminal/output.ts';
import { findKey, keyLabel } from './find-key.ts';
import { printAddresses } from './print-addresses.ts';
import { addRestrictionOptions, type RestrictionFlags, restrictionsOf } from './restriction-options.ts';
import { environmentNote, keyJson, keyShape, printFacts } from './show-key.ts';

type Options = RestrictionFlags & { dryRun?: boolean; environment?: string; json?: boolean };

// Nothing is changed: it tells who would be refused.
const dryRun = async (
  { terminal }: Context,
  call: PortalCall,
  key: ApiKey,
  allowedNetworks: string[],
  json: boolean | undefined,
) => {
  const result = await call(tryNetworks, { params: { id: key.id }, body: { allowedNetworks } });
  if (json) return printJson(terminal, result);
  const refused = result.refused.toLocaleString('en-US');
  terminal.out.print(
    `Of ${counted(result.requests, 'request')} with ${keyLabel(key)} in the last ${dryRunDays} days ${refused} would have been refused.`,
  );
  if (result.addresses.length) printAddresses(terminal, result.addresses);
};

const restrict = async (context: Context, wanted: string | undefined, options: Options) => {
  const { terminal } = context;
  const body = restrictionsOf(options);
  if (!Object.keys(body).length)
    throw new CliFailure('usage', 'Say what to restrict: --expires, --scope or --allow.');
  if (options.dryRun && !body.allowedNetworks)
    throw new CliFailure('usage', 'Say which networks to try: --allow NETWORKS.');
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  if (options.dryRun) return dryRun(context, call, key, body.allowedNetworks ?? [], options.json);
  const restricted = await call(updateKey, { params: { id: key.id }, body });
  if (options.json) return printJson(terminal, keyJson(restricted, false));
  printFacts(terminal, restricted, false);
};

export const addRestrictKey = (keys: Command, context: Context) =>
  addHelp(
    addRestrictionOptions(
      keys
        .command('restrict')
        .description('Change until when a key works, what it may do and from where')
        .argument('[key]', 'name or id; asked for when left out'),
    )
      .option('--dry-run', 'change nothing, and tell whom --allow would have refused')
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => restrict(context, key, options)),
    {
      examples: [
        ['ballast keys restrict Checkout --expires 90d', 'it stops working in 90 days'],
        ['ballast keys restrict Checkout --scope payments:read,payments:write', 'and may do nothing else'],
        ['ballast keys restrict Checkout --allow 203.0.113.0/24', 'and works from this network alone'],
        ['ballast keys restrict Checkout --allow 203.0.113.0/24 --dry-run', 'tells whom that would refuse'],
        ['ballast keys restrict Checkout --expires never --scope all --allow any', 'lifts them again'],
      ],
      json: [
        keyShape,
        environmentNote,
        'key is masked; with --dry-run { requests, refused, addresses: [{ address, requests, lastSeenAt }] }',
      ],
    },
  );
