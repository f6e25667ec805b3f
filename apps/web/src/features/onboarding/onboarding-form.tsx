import type { AuthMethod, User } from '@ballast/contract/profile';
import { companySizeSelect, useCaseSelect, websiteField } from '../../domain/profile-fields.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormSelect } from '../../ui/forms/form-select.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Revealed } from '../../ui/layout/revealed.tsx';
import { useOnboarding } from './use-onboarding.ts';

const nameOrigin: Record<AuthMethod, string> = {
  EMAIL: 'From your sign-up.',
  GITHUB: 'From your GitHub sign-in.',
  GOOGLE: 'From your Google sign-in.',
};

type OnboardingFormProps = { user: User; onLeave: () => Promise<void> };

export function OnboardingForm({ user, onLeave }: OnboardingFormProps) {
  const { form, submit, cancel, failure } = useOnboarding(user, onLeave);
  const { register, control, formState } = form;
  const { errors, isSubmitting } = formState;
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
            error={errors.fullName?.message}
            {...register('fullName')}
          />
          <Field label="Email" type="email" readOnly error={errors.email?.message} {...register('email')} />
        </div>
        <div className={pairClass}>
          <Field
            label="Company or organization"
            autoComplete="organization"
            optional
            error={errors.companyName?.message}
            {...register('companyName')}
          />
          <Field
            {...websiteField}
            label="Business website"
            error={errors.website?.message}
            {...register('website')}
          />
          <FormSelect {...companySizeSelect} control={control} label="Company size" />
          <FormSelect {...useCaseSelect} control={control} label="Primary use case" />
        </div>
        <div className="flex flex-col-reverse gap-2 rounded-b-3 border-t border-line bg-foot px-4 py-3.5 md:flex-row md:justify-end md:px-6">
          <Button variant="ghost" disabled={isSubmitting} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
            Complete Setup
          </Button>
        </div>
      </Card>
    </form>
  );
}

const pairClass =
  'grid items-start gap-x-5 gap-y-4 border-line px-4 py-5 not-first:border-t md:grid-cols-2 md:px-6';
