import { counted } from '@ballast/contract/counted';
import { type ApiKey, updateKey } from '@ballast/contract/keys/api-keys';
import { dryRunDays, tryNetworks } from '@ballast/contract/keys/network-dry-run';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import type { AddCommand } from '../../help/add-command.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { show } from '../../terminal/output.ts';
import { addKeyCommand, keyLabel, requireKey } from './find-key.ts';
import { addressTable, environmentNote, keyFacts, keyJson, keyShape } from './print-key.ts';
import { allowOption, expiresOption, restrictionsOf, scopeOption } from './restriction-options.ts';

const tryOut = async (context: Context, call: PortalCall, key: ApiKey, allowedNetworks: string[]) => {
  const result = await call(tryNetworks, { params: { id: key.id }, body: { allowedNetworks } });
  const requests = `${counted(result.requests, 'request')} with ${keyLabel(key)}`;
  const refused = result.refused.toLocaleString('en-US');
  show(context, result, (terminal) => [
    `Of ${requests} in the last ${dryRunDays} days, ${refused} would have been blocked.`,
    ...addressTable(terminal, result.addresses),
  ]);
};

export const addRestrictKey: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'restrict', 'Restrict a key: its expiry, scopes and networks', {
    examples: [
      ['ballast keys restrict Checkout --expires 90d', 'stops working in 90 days'],
      ['ballast keys restrict Checkout --scope payments:read,payments:write', 'can do nothing else'],
      ['ballast keys restrict Checkout --allow 203.0.113.0/24', 'works from this network only'],
      ['ballast keys restrict Checkout --allow 203.0.113.0/24 --dry-run', 'shows what this would block'],
      ['ballast keys restrict Checkout --expires never --scope all --allow any', 'removes the restrictions'],
    ],
    json: [
      keyShape,
      environmentNote,
      'key is masked; with --dry-run { requests, refused, addresses: [{ address, requests, lastSeenAt }] }',
    ],
  })
    .addOption(expiresOption)
    .addOption(scopeOption)
    .addOption(allowOption)
    .option('--dry-run', 'change nothing, and show what --allow would have blocked')
    .addOption(environmentOption('the environment of the key'))
    .action(async (wanted, options) => {
      const body = restrictionsOf(options);
      if (!Object.keys(body).length)
        throw new CliFailure('usage', 'Nothing to restrict. Add --expires, --scope or --allow.');
      if (options.dryRun && !body.allowedNetworks)
        throw new CliFailure('usage', 'Add the networks to test: --allow NETWORKS.');
      const { call, key } = await requireKey(context, wanted, options);
      if (options.dryRun) return tryOut(context, call, key, body.allowedNetworks ?? []);
      const restricted = await call(updateKey, { params: { id: key.id }, body });
      show(context, keyJson(restricted, false), (terminal) => keyFacts(terminal, restricted, false));
    });
