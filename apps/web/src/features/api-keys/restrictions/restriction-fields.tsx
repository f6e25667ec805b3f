// Expiry, scopes and networks: the same fields for a new key and for one that exists.
import { listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { call } from '../../../session/api.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { LoadingText } from '../../../ui/feedback/loading.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormSelect } from '../../../ui/forms/form-select.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { dayOf, expiryChoices, type RestrictionValues } from './restriction-form.ts';
import { ScopeChoice } from './scope-choice.tsx';

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
          min={dayOf(new Date())}
          error={formState.errors.expiresAt?.message}
          {...register('expiresAt')}
        />
      ) : (
        <p className="text-small text-pretty text-text-3 md:pt-7.5">
          An expired key is refused until you give it a later day. You get a mail before it expires.
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
      hint="One on each line, such as 203.0.113.7 or 2001:db8::/32. Empty: any address."
      error={formState.errors.allowedNetworks?.message}
      {...register('allowedNetworks')}
    />
  );
}

export function ScopesField() {
  const { formState } = useFormContext<RestrictionValues>();
  const { data, error, refetch } = useQuery({
    queryKey: ['key-scopes'],
    queryFn: () => call(listKeyScopes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error && !data)
    return (
      <RetryBanner
        message={failureMessage(error, 'Failed to load the scopes')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <ScopesLoading />;
  return <ScopeChoice known={data} error={formState.errors.scopes?.message} />;
}

// Until the scopes are there, nothing is said about which of them are chosen.
function ScopesLoading() {
  return (
    <div>
      <p className="text-small font-medium text-text">Scopes</p>
      <LoadingText>Loading scopes...</LoadingText>
    </div>
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
