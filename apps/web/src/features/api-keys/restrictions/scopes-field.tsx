import { type KeyScope, listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '../../../session/api.ts';
import { LoadingText } from '../../../ui/feedback/loading.tsx';
import { Checkbox, Radio } from '../../../ui/forms/checkbox.tsx';
import { LoadFailure } from '../page/section.tsx';
import { type Access, accessChoices, type RestrictionValues } from './restriction-form.ts';

export function ScopesField() {
  const query = useQuery({
    queryKey: ['key-scopes'],
    queryFn: () => call(listKeyScopes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <AccessChoice known={query.data} />;
  if (query.error) return <LoadFailure query={query} failed="Failed to load the scopes" />;
  // Until the scopes are there, nothing is said about which of them are chosen.
  return (
    <div>
      <p className="text-small font-medium text-text">Scopes</p>
      <LoadingText>Loading scopes...</LoadingText>
    </div>
  );
}

const accessNames: Record<Access, { label: string; hint: string }> = {
  full: { label: 'Full access', hint: 'All scopes, including ones we add later' },
  read: { label: 'Read only', hint: 'All scopes that only read' },
  custom: { label: 'Custom', hint: 'Only the scopes you select' },
};

const readScopes = (known: readonly KeyScope[]) =>
  known.map(({ scope }) => scope).filter((scope) => scope.endsWith(':read'));

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((scope) => others.includes(scope));

function AccessChoice({ known }: { known: readonly KeyScope[] }) {
  const { control, setValue, formState } = useFormContext<RestrictionValues>();
  const [access, chosen] = useWatch({ control, name: ['access', 'scopes'] });
  const readable = readScopes(known);
  // The portal knows only the scopes, so a key that was saved as Read only says so by them.
  const isSaved = !formState.dirtyFields.access;
  const shown = access === 'custom' && isSaved && isSame(chosen, readable) ? 'read' : access;
  const choose = (next: Access) => {
    const scopes = { full: [], read: readable, custom: chosen }[next];
    setValue('access', next, { shouldDirty: true });
    setValue('scopes', scopes, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const offered = accessChoices.filter((choice) => choice !== 'read' || readable.length > 0);
  return (
    <div>
      <fieldset className="min-w-0">
        <legend className="text-small font-medium text-text">Scopes</legend>
        <div className="mt-1 grid gap-x-5 md:grid-cols-3">
          {offered.map((choice) => (
            <Radio
              key={choice}
              name="access"
              {...accessNames[choice]}
              checked={shown === choice}
              onChange={() => choose(choice)}
            />
          ))}
        </div>
      </fieldset>
      {shown === 'custom' && <ScopeChoice known={known} />}
    </div>
  );
}

// A checkbox for each scope, by resource. A scope that the provider no longer lists stays with the key that has it.
function ScopeChoice({ known }: { known: readonly KeyScope[] }) {
  const { register, control, formState } = useFormContext<RestrictionValues>();
  const chosen = useWatch({ control, name: 'scopes' });
  const had = formState.defaultValues?.scopes ?? [];
  const gone = had.filter((scope) => scope && !known.some((each) => each.scope === scope));
  const all = [
    ...known,
    ...gone.map((scope) => ({ scope: scope ?? '', description: 'No longer available' })),
  ];
  const error = formState.errors.scopes?.message;
  return (
    <fieldset className="mt-2 min-w-0 rounded-2 border border-line px-4 py-3">
      <legend className="sr-only">Selected scopes</legend>
      {error ? (
        <p className="flex gap-1.5 text-small text-danger">
          <CircleAlert className="mt-0.5 size-3.5 flex-none stroke-[1.9]" />
          {error}
        </p>
      ) : (
        <p className="text-small text-text-3">{`${chosen.length} of ${all.length} scopes allowed`}</p>
      )}
      <div className="mt-2 columns-1 gap-x-5 md:columns-2">
        {byResource(all).map(([resource, scopes]) => (
          <div key={resource} className="flex min-w-0 break-inside-avoid flex-col pb-2">
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
