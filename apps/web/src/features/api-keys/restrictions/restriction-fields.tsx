// Expiry, scopes and networks: the same fields for a new key and for one that exists.
import { useFormContext, useWatch } from 'react-hook-form';
import { localDay } from '../../../lib/dates.ts';
import { Field, TextAreaField } from '../../../ui/forms/field.tsx';
import { FormSelect } from '../../../ui/forms/form-select.tsx';
import { expiryChoices, type RestrictionValues } from './restriction-form.ts';
import { ScopesField } from './scopes-field.tsx';

export function ExpiryFields() {
  const { control, register, formState } = useFormContext<RestrictionValues>();
  const expiry = useWatch({ control, name: 'expiry' });
  return (
    <div className="grid items-start gap-x-5 gap-y-4 md:grid-cols-2">
      <FormSelect label="Expires" options={expiryChoices} control={control} name="expiry" />
      {expiry === 'date' ? (
        <Field
          label="Last day"
          type="date"
          min={localDay(new Date())}
          error={formState.errors.expiresAt?.message}
          {...register('expiresAt')}
        />
      ) : (
        <p className="text-small text-pretty text-text-3 md:pt-7.5">
          Requests fail after this date. We’ll email you before it expires.
        </p>
      )}
    </div>
  );
}

const fewestLines = 3;
const mostLines = 10;

export function NetworksField() {
  const { control, register, formState } = useFormContext<RestrictionValues>();
  const lines = useWatch({ control, name: 'allowedNetworks' }).split('\n').length;
  return (
    <TextAreaField
      label="Allowed networks"
      rows={Math.min(mostLines, Math.max(fewestLines, lines))}
      spellCheck={false}
      autoComplete="off"
      className="font-mono"
      hint="One IP address or range per line, e.g. 203.0.113.7 or 2001:db8::/32. Leave empty to allow any."
      error={formState.errors.allowedNetworks?.message}
      {...register('allowedNetworks')}
    />
  );
}

export function RestrictionFields() {
  return (
    <>
      <ExpiryFields />
      <NetworksField />
      <ScopesField />
    </>
  );
}
