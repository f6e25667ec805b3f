import { type AuthMethod, onboardingForm, type User, updateProfile } from '@ballast/contract/profile';
import { useState } from 'react';
import {
  companySizeSelect,
  profileValues,
  useCaseSelect,
  websiteField,
} from '../../domain/profile-fields.ts';
import { useDraft } from '../../domain/use-draft.ts';
import { atFieldsOrToast, useServerForm } from '../../domain/use-server-form.ts';
import { call } from '../../session/api.ts';
import { updateUser } from '../../session/session-state.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormSelect } from '../../ui/forms/form-select.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Revealed } from '../../ui/layout/revealed.tsx';

const nameOrigin: Record<AuthMethod, string> = {
  EMAIL: 'From your sign-up.',
  GITHUB: 'From your GitHub sign-in.',
  GOOGLE: 'From your Google sign-in.',
};

type OnboardingFormProps = { user: User; onLeave: (completed: boolean) => Promise<void> };

const useOnboarding = ({ user, onLeave }: OnboardingFormProps) => {
  const [failure, setFailure] = useState<string | null>(null);
  const serverForm = useServerForm({
    schema: onboardingForm,
    values: { ...profileValues(user), email: user.email },
    // The profile is fetched again at start, and another tab may change it: what was typed here stays.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    send: async ({ email: _, companyName, website, ...answers }) => {
      setFailure(null);
      const body = {
        ...answers,
        companyName: companyName || undefined,
        // An empty website removes the one that is known.
        website: website || (user.website ? '' : undefined),
      };
      const saved = await call(updateProfile, { body });
      dropDraft();
      // The page is left before the profile is stored: the guard would redirect a complete profile to the sandbox.
      await onLeave(true);
      updateUser(saved);
      showToast.success('Profile complete');
    },
    onFailure: atFieldsOrToast('Failed to update profile. Please try again.', setFailure),
  });
  const dropDraft = useDraft('onboarding', serverForm.form);
  const cancel = () => {
    dropDraft();
    return onLeave(false);
  };
  return { ...serverForm, failure, cancel };
};

export function OnboardingForm(props: OnboardingFormProps) {
  const { control, field, busy, submit, cancel, failure } = useOnboarding(props);
  const { user } = props;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure && (
        <Revealed>
          <Banner variant="bad">{failure}</Banner>
        </Revealed>
      )}
      <Card>
        <div className={pairClass}>
          <Field
            label="Full name"
            autoComplete="name"
            readOnly={Boolean(user.fullName)}
            hint={user.fullName && nameOrigin[user.authMethod]}
            {...field('fullName')}
          />
          <Field label="Email" type="email" readOnly {...field('email')} />
        </div>
        <div className={pairClass}>
          <Field
            label="Company or organization"
            autoComplete="organization"
            optional
            {...field('companyName')}
          />
          <FormSelect {...companySizeSelect} control={control} label="Company size" />
          <FormSelect {...useCaseSelect} control={control} label="Primary use case" />
          <Field {...websiteField} label="Business website" {...field('website')} />
        </div>
        <div className="flex flex-col-reverse gap-2 rounded-b-3 border-t border-line bg-foot px-4 py-3.5 md:flex-row md:justify-end md:px-6">
          <Button variant="ghost" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
            Complete Setup
          </Button>
        </div>
      </Card>
    </form>
  );
}

const pairClass =
  'grid items-start gap-x-5 gap-y-4 border-line px-4 py-5 not-first:border-t md:grid-cols-2 md:px-6';
