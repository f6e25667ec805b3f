import { onboardingForm, type User, updateProfile } from '@ballast/contract/profile';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useDraft } from '../../domain/use-draft.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { showFieldErrors } from '../../lib/field-errors.ts';
import { call } from '../../session/api.ts';
import { updateUser } from '../../session/session-state.ts';

const saveFailed = 'Failed to update profile. Please try again.';
const fields = ['fullName', 'companyName', 'website', 'companySize', 'useCase'] as const;

// An option that is not chosen yet is null, for which the schema has its own message.
const toForm = (user: User) =>
  ({
    fullName: user.fullName ?? '',
    email: user.email,
    companyName: user.companyName ?? '',
    website: user.website ?? '',
    companySize: user.companySize,
    useCase: user.useCase,
  }) as z.input<typeof onboardingForm>;

export const useOnboarding = (user: User, onLeave: () => Promise<void>) => {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(onboardingForm),
    values: toForm(user),
    // The profile is fetched again at start, and another tab may change it: what was typed here stays.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });

  const dropDraft = useDraft('onboarding', form);

  const submit = form.handleSubmit(async ({ email: _, companyName, website, ...answers }) => {
    setFailure(null);
    try {
      const body = {
        ...answers,
        companyName: companyName || undefined,
        // An empty website removes the one that is known.
        website: website || (user.website ? '' : undefined),
      };
      const saved = await call(updateProfile, { body });
      dropDraft();
      // The page is left before the profile is stored: the guard would redirect a complete profile to the sandbox.
      await onLeave();
      updateUser(saved);
    } catch (error) {
      if (!showFieldErrors(error, fields, form.setError)) setFailure(failureMessage(error, saveFailed));
    }
  });

  const cancel = () => {
    dropDraft();
    return onLeave();
  };
  return { form, submit, cancel, failure };
};
