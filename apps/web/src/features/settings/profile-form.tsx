import { ApiError } from '@ballast/contract/http/client';
import { profileForm, type User, updateProfile } from '@ballast/contract/profile';
import { type SyntheticEvent, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import {
  companySizeSelect,
  profileValues,
  useCaseSelect,
  websiteField,
} from '../../domain/profile-fields.ts';
import { useDraft } from '../../domain/use-draft.ts';
import { useQuestionBeforeLeaving } from '../../domain/use-question-before-leaving.ts';
import { useServerForm } from '../../domain/use-server-form.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { showFieldErrors } from '../../lib/field-errors.ts';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';
import { dropDraft } from '../../session/drafts.ts';
import { updateUser } from '../../session/session-state.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormSelect } from '../../ui/forms/form-select.tsx';
import { UnsavedChanges } from '../../ui/forms/unsaved-changes.tsx';
import { Revealed } from '../../ui/layout/revealed.tsx';
import { SettingsCard } from './settings-card.tsx';

const saveFailed = 'Failed to update profile. Please try again.';
const saveRefused = 'Failed to update profile. Please check all required fields and try again.';

type ProfileInput = z.input<typeof profileForm>;

const draftName = 'profile';

// The messages of the fields are joined in this order.
const fields = ['fullName', 'companyName', 'useCase', 'companySize', 'website'] as const;

const toFailureMessage = (error: unknown) =>
  error instanceof ApiError && error.status === 422 ? saveRefused : failureMessage(error, saveFailed);

const useProfileForm = (user: User) => {
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { form, field, errorOf, busy, submit, control, reset, getValues, setValue } = useServerForm({
    schema: profileForm,
    values: profileValues(user),
    // The profile may arrive again while somebody types: what was typed stays.
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    send: async (body) => {
      const sent = getValues();
      const stored = await call(updateProfile, { body });
      dropDraft(draftName);
      updateUser(stored);
      showStored(stored, sent);
      setSaved(true);
    },
    onFailure: (error, { setError }) => {
      setFailure(toFailureMessage(error));
      showFieldErrors(error, fields, setError);
    },
  });
  useDraft(draftName, form);
  const edited = Object.keys(form.formState.dirtyFields).length > 0;
  useQuestionBeforeLeaving(edited);

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), timings.profileSavedMs);
    return () => clearTimeout(timer);
  }, [saved]);

  const showUser = (shown: User) =>
    reset(profileValues(shown), { keepDirtyValues: false, keepErrors: false });

  // What was typed while the server answered is not saved yet, so it stays and is marked as changed.
  const showStored = (stored: User, sent: ProfileInput) => {
    const typed = getValues();
    showUser(stored);
    for (const name of fields)
      if (typed[name] !== sent[name]) setValue(name, typed[name], { shouldDirty: true });
  };
  const clearOutcome = () => {
    setSaved(false);
    setFailure(null);
  };

  return {
    control,
    field,
    busy,
    submit: (event: SyntheticEvent) => {
      clearOutcome();
      return submit(event);
    },
    missing: failure ? '' : fields.flatMap((name) => errorOf(name) ?? []).join('. '),
    failure,
    saved,
    edited,
    discard: () => {
      clearOutcome();
      showUser(user);
    },
  };
};

export function ProfileForm({ user }: { user: User }) {
  const { control, field, busy, submit, missing, failure, saved, edited, discard } = useProfileForm(user);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {missing && <Banner variant="bad">{missing}</Banner>}
      {(failure || saved) && (
        <Revealed key={saved ? 'saved' : 'failed'}>
          <Banner variant={saved ? 'ok' : 'bad'}>{failure ?? 'Profile updated successfully!'}</Banner>
        </Revealed>
      )}
      <SettingsCard
        title="Profile Information"
        lede="Production keys need a full name, company size and use case."
      >
        <div className="grid items-start gap-x-5 gap-y-4 px-4 pb-5 md:grid-cols-2 md:px-6">
          <Field label="Full Name" autoComplete="name" {...field('fullName')} />
          <Field label="Email" type="email" readOnly value={user.email} />
          <Field
            label="Company Name"
            autoComplete="organization"
            hint='Use "Individual" if not applicable.'
            {...field('companyName')}
          />
          <FormSelect {...companySizeSelect} control={control} label="Company Size" />
          <FormSelect {...useCaseSelect} control={control} label="Use Case" />
          <Field {...websiteField} label="Website" {...field('website')} />
        </div>
        <div className="flex flex-col justify-between gap-3 rounded-b-3 border-t border-line bg-foot px-4 py-3 md:flex-row md:items-center md:px-6">
          {edited && <UnsavedChanges onDiscard={discard} />}
          {saved && !edited && <p className="text-small text-text-3">Saved just now</p>}
          <Button type="submit" variant="primary" className="md:ml-auto" busy={busy} busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </SettingsCard>
    </form>
  );
}
