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
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { AddressTable } from '../page/usage-tables.tsx';
import { networksIn, type RestrictionValues } from './restriction-form.ts';

export type Blocked = Result;

export const dryRunOf = ({ id }: ApiKey, allowedNetworks: string[]) =>
  call(tryNetworks, { params: { id }, body: { allowedNetworks } });

export function NetworkDryRun({ apiKey }: { apiKey: ApiKey }) {
  const { control, setError, clearErrors } = useFormContext<RestrictionValues>();
  const text = useWatch({ control, name: 'allowedNetworks' });
  const dryRun = useMutation({
    mutationFn: (networks: string) => dryRunOf(apiKey, networksIn(networks)),
    onMutate: () => clearErrors('allowedNetworks'),
    onError: (error) => {
      if (showFieldErrors(error, ['allowedNetworks'], setError)) return;
      showToast.error(failureMessage(error, 'Couldn’t test the networks'));
    },
  });
  // The result is about these networks alone.
  const result = dryRun.variables === text ? dryRun.data : undefined;
  return (
    <div className="-mt-2 flex flex-col items-start gap-3">
      <Button
        size="small"
        disabled={!text.trim()}
        busy={dryRun.isPending}
        onClick={() => dryRun.mutate(text)}
      >
        Test against the last {dryRunDays} days
      </Button>
      {result && (
        <div className="flex w-full flex-col gap-3">
          <Banner variant={result.refused ? 'bad' : 'ok'}>{inWords(result)}</Banner>
          {result.refused > 0 && (
            <AddressTable label="Addresses that would have been blocked" addresses={result.addresses} />
          )}
        </div>
      )}
    </div>
  );
}

const inWords = ({ requests, refused }: Result) => {
  if (!requests) return `Nobody used this key in the last ${dryRunDays} days.`;
  const all = formatCount(requests, 'request', 'requests');
  if (!refused) return `All ${all} from the last ${dryRunDays} days came from these networks.`;
  const blocked = refused === requests ? `all ${all}` : `${formatNumber(refused)} of ${all}`;
  return `This would have blocked ${blocked} from the last ${dryRunDays} days.`;
};

type BlockingModalProps = {
  result: Result;
  production: boolean;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSave: () => void;
};

// A network that is missing stops the traffic of a key with the next request.
export function BlockingModal({ result, production, open, busy, onClose, onSave }: BlockingModalProps) {
  const percent = Math.max(1, Math.floor((result.refused / result.requests) * 100));
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      held={busy}
      production={production}
      title={`This blocks ${percent}% of this key’s traffic`}
      description={inWords(result)}
      action={{
        label: 'Save Anyway',
        cancelLabel: 'Keep Editing',
        variant: 'danger',
        busy,
        busyLabel: 'Saving...',
        onClick: onSave,
      }}
    >
      <AddressTable label="Addresses that would have been blocked" addresses={result.addresses} />
    </Modal>
  );
}
