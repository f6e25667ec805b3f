import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldShell, type FieldText, useFieldIds } from './field-shell.tsx';

type FieldProps = ComponentProps<'input'> & FieldText & { unit?: string };

export function Field({ id, label, hint, error, optional, unit, className, ...native }: FieldProps) {
  const ids = useFieldIds(id, { hint, error });
  const { readOnly } = native;
  return (
    <FieldShell
      id={ids.id}
      {...{ label, hint, error }}
      optional={optional ?? false}
      note={readOnly ? 'Read only' : undefined}
    >
      <div className={cx('relative', className)}>
        <input
          {...native}
          {...ids}
          className={cx(
            controlClass,
            'h-11 md:h-9',
            readOnly && 'border-line bg-subtle pr-9 text-text-2',
            unit !== undefined && 'pr-20',
          )}
        />
        {readOnly && (
          <Lock
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-text-3"
          />
        )}
        {unit !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-small text-text-3">
            {unit}
          </span>
        )}
      </div>
    </FieldShell>
  );
}
