import type { User } from '@ballast/contract/profile';
import { companySizeSelect, useCaseSelect, websiteField } from '../../domain/profile-fields.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormSelect } from '../../ui/forms/form-select.tsx';
import { UnsavedChanges } from '../../ui/forms/unsaved-changes.tsx';
import { Revealed } from '../../ui/layout/revealed.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useProfileForm } from './use-profile-form.ts';

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
