import { ApiError } from '@ballast/contract/http/client';
import { profileForm, type User, updateProfile } from '@ballast/contract/profile';
import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useDraft } from '../../domain/use-draft.ts';
import { useQuestionBeforeLeaving } from '../../domain/use-question-before-leaving.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { showFieldErrors } from '../../lib/field-errors.ts';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';
import { dropDraft } from '../../session/drafts.ts';
import { updateUser } from '../../session/session-state.ts';

const saveFailed = 'Failed to update profile. Please try again.';
const saveRefused = 'Failed to update profile. Please check all required fields and try again.';

type ProfileInput = z.input<typeof profileForm>;
type Outcome = { saved: true } | { failure: string };

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
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: toForm(user),
    // The profile may arrive again while somebody types: what was typed stays.
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
  });
  const { errors, dirtyFields } = form.formState;
  useDraft(draftName, form);
  const edited = Object.keys(dirtyFields).length > 0;
  useQuestionBeforeLeaving(edited);

  useEffect(() => {
    if (!outcome || 'failure' in outcome) return;
    const timer = setTimeout(() => setOutcome(null), timings.profileSavedMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  // What was typed while the server answered is not saved yet, so it stays and is marked as changed.
  const showSaved = (saved: User, sent: ProfileInput) => {
    const typed = form.getValues();
    form.reset(toForm(saved), { keepDirtyValues: false, keepErrors: false });
    for (const field of fields) {
      if (typed[field] !== sent[field]) form.setValue(field, typed[field], { shouldDirty: true });
    }
  };

  const save = form.handleSubmit(async (body) => {
    const sent = form.getValues();
    try {
      const saved = await call(updateProfile, { body });
      dropDraft(draftName);
      updateUser(saved);
      showSaved(saved, sent);
      setOutcome({ saved: true });
    } catch (error) {
      setOutcome({ failure: toFailureMessage(error) });
      showFieldErrors(error, fields, form.setError);
    }
  });

  const messages = fields.flatMap((field) => errors[field]?.message ?? []);
  const failure = outcome && 'failure' in outcome ? outcome.failure : null;
  return {
    form,
    submit: (event: SyntheticEvent) => {
      setOutcome(null);
      return save(event);
    },
    missing: failure ? '' : messages.join('. '),
    failure,
    saved: outcome !== null && 'saved' in outcome,
    edited,
    discard: () => {
      setOutcome(null);
      form.reset(toForm(user), { keepDirtyValues: false, keepErrors: false });
    },
  };
};
