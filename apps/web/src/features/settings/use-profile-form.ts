import { ApiError } from '@ballast/contract/http/client';
import { profileForm, type User, updateProfile } from '@ballast/contract/profile';
import { type SyntheticEvent, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { useDraft } from '../../domain/use-draft.ts';
import { useQuestionBeforeLeaving } from '../../domain/use-question-before-leaving.ts';
import { useServerForm } from '../../domain/use-server-form.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { showFieldErrors } from '../../lib/field-errors.ts';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';
import { dropDraft } from '../../session/drafts.ts';
import { updateUser } from '../../session/session-state.ts';

const saveFailed = 'Failed to update profile. Please try again.';
const saveRefused = 'Failed to update profile. Please check all required fields and try again.';

type ProfileInput = z.input<typeof profileForm>;

const draftName = 'profile';

// The messages of the fields are joined in this order.
const fields = ['fullName', 'companyName', 'useCase', 'companySize', 'website'] as const;

// An option that is not chosen yet is null, for which the schema has its own message.
const toForm = (user: User) =>
  ({
    fullName: user.fullName ?? '',
    companyName: user.companyName ?? '',
    useCase: user.useCase,
    companySize: user.companySize,
    website: user.website ?? '',
  }) as ProfileInput;

const toFailureMessage = (error: unknown) =>
  error instanceof ApiError && error.status === 422 ? saveRefused : failureMessage(error, saveFailed);

export const useProfileForm = (user: User) => {
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { form, field, errorOf, busy, submit, control, reset, getValues, setValue } = useServerForm({
    schema: profileForm,
    values: toForm(user),
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

  const showUser = (shown: User) => reset(toForm(shown), { keepDirtyValues: false, keepErrors: false });

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
