import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { useDraft } from '../../../domain/use-draft.ts';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { UnsavedChanges } from '../../../ui/forms/unsaved-changes.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useRestrictKey } from '../key-mutations.ts';
import { useReportFailure } from '../modals/use-report-failure.ts';
import { Section } from '../page/section.tsx';
import { type Blocked, BlockingModal, dryRunOf, NetworkDryRun } from './network-dry-run.tsx';
import { ExpiryFields, NetworksField } from './restriction-fields.tsx';
import {
  changedRestrictions,
  dateChosen,
  restrictionFields,
  restrictionValues,
  scopesChosen,
} from './restriction-form.ts';
import { ScopesField } from './scopes-field.tsx';

const schema = z.object(restrictionFields).check(dateChosen, scopesChosen);

export function RestrictionsForm({ apiKey }: { apiKey: ApiKey }) {
  const saved = restrictionValues(apiKey);
  const restrict = useRestrictKey(apiKey);
  const [question, setQuestion] = useState<{ blocked: Blocked; change: GivenRestrictions } | null>(null);
  const reportFailure = useReportFailure('Failed to save the restrictions', true);
  const { form, busy, submit } = useServerForm({
    schema,
    values: saved,
    resetOptions: { keepDirtyValues: true },
    send: async (values, { reset }) => {
      const change = changedRestrictions(values, saved);
      if (!Object.keys(change).length) return reset(saved);
      const blocked = change.allowedNetworks && (await dryRunOf(apiKey, change.allowedNetworks));
      if (blocked?.refused) return setQuestion({ blocked, change });
      reset(restrictionValues(await restrict.mutateAsync(change)));
    },
    onFailure: reportFailure,
  });
  const saveAnyway = async (change: GivenRestrictions) => {
    try {
      form.reset(restrictionValues(await restrict.mutateAsync(change)));
    } catch (error) {
      reportFailure(error, form);
    }
    setQuestion(null);
  };
  const { isDirty } = form.formState;
  useDraft(`restrictions-${apiKey.id}`, form);

  return (
    <Section title="Restrictions" lede="Limit what a leaked key could do. Changes apply immediately.">
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
      {question && (
        <BlockingModal
          open
          result={question.blocked}
          production={apiKey.environment === 'PRODUCTION'}
          busy={restrict.isPending}
          onClose={() => setQuestion(null)}
          onSave={() => saveAnyway(question.change)}
        />
      )}
    </Section>
  );
}
