import type { ApiKey } from '@ballast/contract/keys/api-keys';
import {
  dryRunDays,
  type NetworkDryRun as Result,
  tryNetworks,
} from '@ballast/contract/keys/network-dry-run';
import { useMutation } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { AddressTable } from '../page/usage-tables.tsx';
import { networksIn, type RestrictionValues } from './restriction-form.ts';

export function NetworkDryRun({ apiKey }: { apiKey: ApiKey }) {
  const { control, setError, clearErrors } = useFormContext<RestrictionValues>();
  const text = useWatch({ control, name: 'allowedNetworks' });
  const dryRun = useMutation({
    mutationFn: (networks: string) =>
      call(tryNetworks, {
        params: { id: apiKey.id },
        body: { allowedNetworks: networksIn(networks) },
      }),
    onMutate: () => clearErrors('allowedNetworks'),
    onError: (error) => {
      if (showFieldErrors(error, ['allowedNetworks'], setError)) return;
      showToast.error(failureMessage(error, 'Failed to try the networks out'));
    },
  });
  // What was found out is about the networks that were asked for, and no others.
  const result = dryRun.variables === text ? dryRun.data : undefined;
  return (
    <div className="-mt-2 flex flex-col items-start gap-3">
      <Button
        size="small"
        disabled={!text.trim()}
        busy={dryRun.isPending}
        onClick={() => dryRun.mutate(text)}
      >
        Try on the last {dryRunDays} days
      </Button>
      {result && (
        <div className="flex w-full flex-col gap-3">
          <Banner variant={result.refused ? 'neutral' : 'ok'}>{inWords(result)}</Banner>
          {result.refused > 0 && (
            <AddressTable label="Addresses that would have been refused" addresses={result.addresses} />
          )}
        </div>
      )}
    </div>
  );
}

const inWords = ({ requests, refused }: Result) => {
  if (!requests) return `Nobody used this key in the last ${dryRunDays} days.`;
  if (!refused)
    return `All ${formatNumber(requests)} requests of the last ${dryRunDays} days came from these networks.`;
  return `${formatNumber(refused)} of ${formatNumber(requests)} requests of the last ${dryRunDays} days would have been refused.`;
};
