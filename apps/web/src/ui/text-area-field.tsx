import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldShell, type FieldText, useFieldIds } from './field-shell.tsx';

type TextAreaFieldProps = ComponentProps<'textarea'> &
  FieldText & { counter?: { length: number; min: number } };

export function TextAreaField({
  id,
  label,
  hint,
  error,
  optional,
  labelEnd,
  counter,
  className,
  ...native
}: TextAreaFieldProps) {
  const ids = useFieldIds(id, { hint, error });
  return (
    <FieldShell
      id={ids.id}
      {...{ label, hint, error, optional, labelEnd }}
      counter={counter && <Counter {...counter} />}
    >
      <textarea
        rows={4}
        {...native}
        {...ids}
        className={cx(controlClass, 'block resize-y py-2', className)}
      />
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
