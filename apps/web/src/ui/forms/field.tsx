import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { controlClass, FieldShell, type FieldText, useField } from './field-shell.tsx';

type FieldProps = ComponentProps<'input'> & FieldText & { unit?: string };

export function Field({ unit, className, ...field }: FieldProps) {
  const { shell, control } = useField(field);
  const { readOnly } = field;
  return (
    <FieldShell {...shell} labelEnd={readOnly ? 'Read only' : shell.labelEnd}>
      <div className={cx('relative', className)}>
        <input
          {...control}
          className={cx(
            controlClass,
            'block h-11 read-only:text-ellipsis read-only:border-line read-only:bg-subtle read-only:pr-9 read-only:text-text-2 md:h-9',
            unit !== undefined && 'pr-20',
          )}
        />
        {readOnly && <Lock className="pointer-events-none absolute inset-y-0 right-3 my-auto text-text-3" />}
        {unit !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-small text-text-3">
            {unit}
          </span>
        )}
      </div>
    </FieldShell>
  );
}

type TextAreaFieldProps = ComponentProps<'textarea'> &
  FieldText & { counter?: { length: number; min: number } };

export function TextAreaField({ counter, className, ...field }: TextAreaFieldProps) {
  const { shell, control } = useField(field);
  return (
    <FieldShell {...shell} counter={counter && <Counter {...counter} />}>
      <textarea rows={4} {...control} className={cx(controlClass, 'block resize-y py-2', className)} />
    </FieldShell>
  );
}

function Counter({ length, min }: { length: number; min: number }) {
  return (
    <span className={cx('flex-none tabular-nums', length >= min ? 'text-accent' : 'text-text-3')}>
      {length}/{min} min
    </span>
  );
}
