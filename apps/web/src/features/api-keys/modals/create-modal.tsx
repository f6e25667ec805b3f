import { ApiError } from '@ballast/contract/http/client';
import { type Environment, keyLimits, keyName } from '@ballast/contract/keys/api-keys';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { useDraft } from '../../../domain/use-draft.ts';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { readDraft } from '../../../session/drafts.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { LoadingText } from '../../../ui/feedback/loading.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { createButtonId } from '../focus.ts';
import { useCreateKey } from '../key-mutations.ts';
import {
  changedRestrictions,
  dateChosen,
  noRestrictions,
  restrictionFields,
  scopesChosen,
} from '../restrictions/restriction-form.ts';
import { useReportFailure } from './use-report-failure.ts';

const schema = z.object({ name: keyName, ...restrictionFields }).check(dateChosen, scopesChosen);

type CreateModalProps = {
  open: boolean;
  environment: Environment;
  onClose: () => void;
  onCreated: (() => void) | undefined;
  onProfileIncomplete: () => void;
};

const useCreateForm = ({ open, environment, onClose, onCreated, onProfileIncomplete }: CreateModalProps) => {
  const create = useCreateKey(environment);
  const report = useReportFailure('Failed to create API key', open);
  const serverForm = useServerForm({
    schema,
    defaultValues: { name: '', ...noRestrictions },
    send: async ({ name, ...restrictions }) => {
      await create.mutateAsync({ name, ...changedRestrictions(restrictions, noRestrictions) });
      dropDraft();
      onCreated?.();
      onClose();
    },
    onFailure: (error, form) => {
      if (error instanceof ApiError && error.code === 'profile_incomplete') onProfileIncomplete();
      else report(error, form);
    },
  });
  const draftName = `create-key-${environment}`;
  const dropDraft = useDraft(draftName, serverForm.form, open);
  // What was chosen before the dialog was closed by mistake is seen at once.
  const [wasRestricted] = useState(() => Object.keys(readDraft(draftName)).some((field) => field !== 'name'));
  return { ...serverForm, dropDraft, wasRestricted };
};

export function CreateModal(props: CreateModalProps) {
  const production = props.environment === 'PRODUCTION';
  const { form, field, busy, submit, dropDraft, wasRestricted } = useCreateForm(props);
  return (
    <Modal
      open={props.open}
      onClose={props.onClose}
      onDiscard={dropDraft}
      openerId={createButtonId}
      production={production}
      title="Create New Key"
      badge={production && <EnvironmentBadge environment="PRODUCTION" />}
      description="You can reveal or copy the key at any time."
      onSubmit={submit}
      action={{
        label: production ? 'Create Production Key' : 'Create Key',
        variant: production ? 'production' : 'primary',
        busy,
        busyLabel: 'Creating...',
      }}
    >
      <Field
        label="Name"
        autoComplete="off"
        hint="Name it after the service that will use it."
        {...field('name')}
      />
      {production ? (
        <Banner variant="prod">This is a live key. Requests made with it move real funds.</Banner>
      ) : (
        <div className="flex flex-col gap-1.5 text-small">
          <p className="font-medium text-text">Environment</p>
          <div className="flex min-h-9 items-center justify-between gap-3 rounded-2 border border-line bg-subtle px-3 text-text-2">
            <EnvironmentBadge environment="SANDBOX" />
            {keyLimits.defaultRateLimit} req/sec by default
          </div>
        </div>
      )}
      <FormProvider {...form}>
        <RestrictionsDisclosure startsOpen={wasRestricted} />
      </FormProvider>
    </Modal>
  );
}

// Most keys are made without restrictions, so their fields are loaded when somebody opens them.
const RestrictionFields = lazyPartWith(
  () => import('../restrictions/restriction-fields.tsx'),
  'RestrictionFields',
  <LoadingText>Loading restrictions...</LoadingText>,
);

function RestrictionsDisclosure({ startsOpen }: { startsOpen: boolean }) {
  const [opened, setOpened] = useState(startsOpen);
  return (
    <details
      open={startsOpen}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="group/restrictions"
    >
      <summary className="flex h-9 list-none items-center gap-1.5 rounded-1 text-small font-medium text-text-2 transition-colors hover:text-text md:h-7 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 stroke-[1.9] transition-transform group-open/restrictions:rotate-90" />
        Restrictions (optional)
      </summary>
      {opened && (
        <div className="mt-3 flex flex-col gap-4">
          <RestrictionFields />
        </div>
      )}
    </details>
  );
}
