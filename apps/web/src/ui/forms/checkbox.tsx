import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

type CheckboxProps = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode; labelHidden?: boolean };

export function Checkbox({ label, hint, labelHidden, className, ...native }: CheckboxProps) {
  const hintId = useId();
  return (
    <label
      className={cx('flex min-h-9 items-start gap-2.5 py-1.5 text-small text-text md:min-h-7', className)}
    >
      <input
        type="checkbox"
        aria-describedby={hint ? hintId : undefined}
        {...native}
        className="mt-px size-4 flex-none rounded-1 accent-(--accent)"
      />
      <span className={cx('min-w-0', labelHidden && 'sr-only')}>
        {label}
        {hint && (
          <span id={hintId} className="block text-caption text-pretty text-text-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
