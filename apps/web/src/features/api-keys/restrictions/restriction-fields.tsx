// Expiry, scopes and networks: the same fields for a new key and for one that exists.
import { type KeyScope, listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { localDay } from '../../../lib/dates.ts';
import { call } from '../../../session/api.ts';
import { LoadingText } from '../../../ui/feedback/loading.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, TextAreaField } from '../../../ui/forms/field.tsx';
import { FormSelect } from '../../../ui/forms/form-select.tsx';
import { LoadFailure } from '../page/section.tsx';
import { expiryChoices, type RestrictionValues } from './restriction-form.ts';

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

export function ScopesField() {
  const { formState } = useFormContext<RestrictionValues>();
  const query = useQuery({
    queryKey: ['key-scopes'],
    queryFn: () => call(listKeyScopes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <ScopeChoice known={query.data} error={formState.errors.scopes?.message} />;
  if (query.error) return <LoadFailure query={query} failed="Failed to load the scopes" />;
  // Until the scopes are there, nothing is said about which of them are chosen.
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

// A checkbox for each scope, by resource. A scope that the provider no longer lists stays with the key that has it.
function ScopeChoice({ known, error }: { known: readonly KeyScope[]; error: string | undefined }) {
  const noteId = useId();
  const { register, control, formState } = useFormContext<RestrictionValues>();
  const chosen = useWatch({ control, name: 'scopes' });
  const had = formState.defaultValues?.scopes ?? [];
  const gone = had.filter((scope) => scope && !known.some((each) => each.scope === scope));
  const all = [...known, ...gone.map((scope) => ({ scope: scope ?? '', description: 'No longer offered' }))];
  return (
    <fieldset aria-describedby={noteId} className="min-w-0">
      <legend className="text-small font-medium text-text">Scopes</legend>
      <p id={noteId} className="mt-0.5 flex gap-1.5 text-small text-text-3">
        {error ? (
          <span className="flex gap-1.5 text-danger">
            <CircleAlert className="mt-0.5 size-3.5 stroke-[1.9]" />
            {error}
          </span>
        ) : chosen.length ? (
          `${chosen.length} of ${all.length} scopes allowed`
        ) : (
          'Full access. Select scopes to limit this key.'
        )}
      </p>
      <div className="mt-2 grid gap-x-5 gap-y-3 md:grid-cols-2">
        {byResource(all).map(([resource, scopes]) => (
          <div key={resource} className="flex min-w-0 flex-col">
            {scopes.map(({ scope, description }) => (
              <Checkbox
                key={scope}
                label={<span className="font-mono text-mono wrap-anywhere">{scope}</span>}
                hint={description}
                value={scope}
                {...register('scopes')}
              />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

const byResource = (scopes: readonly KeyScope[]) => [
  ...Map.groupBy(scopes, ({ scope }) => scope.split(':')[0] ?? scope),
];
