import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { controlClass, FieldShell, type FieldText, useField } from './field-shell.tsx';

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
