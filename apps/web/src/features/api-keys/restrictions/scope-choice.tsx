import type { KeyScope } from '@ballast/contract/keys/key-restrictions';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import type { RestrictionValues } from './restriction-form.ts';

// A checkbox for each scope, by resource. A scope that the provider no longer lists stays with the key that has it.
export function ScopeChoice({ known, error }: { known: readonly KeyScope[]; error: string | undefined }) {
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
          `Only these ${chosen.length} of ${all.length}.`
        ) : (
          'None chosen: the key may do everything.'
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
