import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

type ChoiceProps = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode; labelHidden?: boolean };

const boxClass =
  'peer size-4 appearance-none border border-line-strong bg-surface shadow-button transition-colors checked:border-accent checked:bg-accent disabled:bg-subtle disabled:shadow-none';

export function Checkbox(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="checkbox"
      boxClass="rounded-[4px]"
      mark={<Check className="size-3 stroke-3 text-surface" />}
    />
  );
}

export function Radio(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="radio"
      boxClass="rounded-full"
      mark={<span className="size-1.5 rounded-full bg-surface" />}
    />
  );
}

type DrawnProps = ChoiceProps & { boxClass: string; mark: ReactNode };

function Choice({ label, hint, labelHidden, className, boxClass: shape, mark, ...native }: DrawnProps) {
  const hintId = useId();
  return (
    <label
      className={cx('flex min-h-9 items-start gap-2.5 py-1.5 text-small text-text md:min-h-7', className)}
    >
      <span className="relative mt-px flex size-4 flex-none">
        <input aria-describedby={hint ? hintId : undefined} {...native} className={cx(boxClass, shape)} />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 hidden items-center justify-center peer-checked:flex"
        >
          {mark}
        </span>
      </span>
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
