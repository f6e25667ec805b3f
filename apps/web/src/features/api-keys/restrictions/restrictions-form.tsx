import type { ApiKey } from '@ballast/contract/keys/api-keys';
import {
  dryRunDays,
  type NetworkDryRun as Result,
  tryNetworks,
} from '@ballast/contract/keys/network-dry-run';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useDraft } from '../../../domain/use-draft.ts';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { UnsavedChanges } from '../../../ui/forms/unsaved-changes.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useRestrictKey } from '../key-mutations.ts';
import { useReportFailure } from '../modals/use-report-failure.ts';
import { Section } from '../page/section.tsx';
import { AddressTable } from '../page/usage-tables.tsx';
import { ExpiryFields, NetworksField, ScopesField } from './restriction-fields.tsx';
import {
  changedRestrictions,
  dateChosen,
  networksIn,
  type RestrictionValues,
  restrictionFields,
  restrictionValues,
} from './restriction-form.ts';

const schema = z.object(restrictionFields).check(dateChosen);

export function RestrictionsForm({ apiKey }: { apiKey: ApiKey }) {
  const saved = restrictionValues(apiKey);
  const restrict = useRestrictKey(apiKey);
  const { form, busy, submit } = useServerForm({
    schema,
    values: saved,
    resetOptions: { keepDirtyValues: true },
    send: async (values, { reset }) => {
      const change = changedRestrictions(values, saved);
      if (!Object.keys(change).length) return reset(saved);
      reset(restrictionValues(await restrict.mutateAsync(change)));
    },
    onFailure: useReportFailure('Failed to save the restrictions', true),
  });
  const { isDirty } = form.formState;
  useDraft(`restrictions-${apiKey.id}`, form);

  return (
    <Section
      title="Restrictions"
      lede="A lost key can only do what you allow here. Changes hold from the next request on."
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <Card>
            <div className="flex flex-col gap-5 px-4 py-5 md:px-6">
              <ExpiryFields />
              <NetworksField />
              <NetworkDryRun apiKey={apiKey} />
              <ScopesField />
            </div>
            <div className="flex flex-col justify-between gap-3 rounded-b-3 border-t border-line bg-foot px-4 py-3 md:flex-row md:items-center md:px-6">
              {isDirty && <UnsavedChanges onDiscard={() => form.reset(saved)} />}
              <Button
                type="submit"
                variant="primary"
                className="md:ml-auto"
                disabled={!isDirty}
                busy={busy}
                busyLabel="Saving..."
              >
                Save Restrictions
              </Button>
            </div>
          </Card>
        </form>
      </FormProvider>
    </Section>
  );
}

function NetworkDryRun({ apiKey }: { apiKey: ApiKey }) {
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
