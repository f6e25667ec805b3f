import { ApiError } from '@ballast/contract/http/client';
import { type Environment, keyLimits, keyName } from '@ballast/contract/keys/api-keys';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { useDraft } from '../../../domain/use-draft.ts';
import { readDraft } from '../../../session/drafts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { createButtonId } from '../focus.ts';
import { useCreateKey } from '../key-mutations.ts';
import {
  changedRestrictions,
  dateChosen,
  noRestrictions,
  restrictionFields,
} from '../restrictions/restriction-form.ts';
import { RestrictionsDisclosure } from '../restrictions/restrictions-disclosure.tsx';
import { useReportFailure } from './use-report-failure.ts';

const schema = z.object({ name: keyName, ...restrictionFields }).check(dateChosen);

type CreateModalProps = {
  open: boolean;
  environment: Environment;
  onClose: () => void;
  onCreated: () => void;
  onProfileIncomplete: () => void;
};

export function CreateModal({
  open,
  environment,
  onClose,
  onCreated,
  onProfileIncomplete,
}: CreateModalProps) {
  const production = environment === 'PRODUCTION';
  const create = useCreateKey(environment);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', ...noRestrictions },
  });
  const { register, handleSubmit, setError, formState } = form;
  const report = useReportFailure(open, setError);
  const draftName = `create-key-${environment}`;
  const dropDraft = useDraft(draftName, form, open);
  // What was chosen before the dialog was closed by mistake is seen at once.
  const [wasRestricted] = useState(() => Object.keys(readDraft(draftName)).some((field) => field !== 'name'));

  const submit = handleSubmit(async ({ name, ...restrictions }) => {
    try {
      await create.mutateAsync({ name, ...changedRestrictions(restrictions, noRestrictions) });
      dropDraft();
      onCreated();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'profile_incomplete') return onProfileIncomplete();
      report(error, ['name', 'expiresAt', 'scopes', 'allowedNetworks'], 'Failed to create API key');
    }
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      onDiscard={dropDraft}
      openerId={createButtonId}
      production={production}
      title="Create New Key"
      badge={production && <EnvironmentBadge environment="PRODUCTION" />}
      description="The key is hidden until you choose to show it."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button
            type="submit"
            variant={production ? 'production' : 'primary'}
            busy={formState.isSubmitting}
            busyLabel="Creating..."
          >
            {production ? 'Create Production Key' : 'Create Key'}
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        autoComplete="off"
        hint="Name it after the service that will use it."
        error={formState.errors.name?.message}
        {...register('name')}
      />
      {production ? (
        <Banner variant="prod">This is a live key. Requests made with it move real funds.</Banner>
      ) : (
        <SandboxEnvironment />
      )}
      <FormProvider {...form}>
        <RestrictionsDisclosure startsOpen={wasRestricted} />
      </FormProvider>
    </Modal>
  );
}

function SandboxEnvironment() {
  return (
    <div className="flex flex-col gap-1.5 text-small">
      <p className="font-medium text-text">Environment</p>
      <div className="flex min-h-9 items-center justify-between gap-3 rounded-2 border border-line bg-subtle px-3 text-text-2">
        <EnvironmentBadge environment="SANDBOX" />
        {keyLimits.defaultRateLimit} req/sec by default
      </div>
    </div>
  );
}
