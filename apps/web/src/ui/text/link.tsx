import { type ComponentProps, type MouseEvent, useRef } from 'react';
import { cx } from '../cx.ts';
import { useRestoredFocus } from '../overlays/focus.ts';

type LinkVariant = 'accent' | 'underlined' | 'quiet';

const variants: Record<LinkVariant, string> = {
  accent: 'font-medium text-accent hover:underline',
  underlined: 'font-medium text-accent underline decoration-accent-line hover:decoration-current',
  quiet: 'text-text-2 underline decoration-line-strong hover:text-text hover:decoration-current',
};

export function linkClass(variant: LinkVariant = 'accent') {
  return cx('rounded-1 underline-offset-[3px] transition-colors', variants[variant]);
}

// With a modifier the browser opens a new tab or window by itself.
export const onPlainClick = (action: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  action();
};

export function TextLink({ variant, className, ...native }: ComponentProps<'a'> & { variant?: LinkVariant }) {
  return <a {...native} className={cx(linkClass(variant), className)} />;
}

export function TextButton({
  variant,
  className,
  ...native
}: Omit<ComponentProps<'button'>, 'ref'> & { variant?: LinkVariant }) {
  const button = useRef<HTMLButtonElement>(null);
  useRestoredFocus(button, native.disabled);
  return (
    <button
      ref={button}
      type="button"
      {...native}
      className={cx(linkClass(variant), 'disabled:text-text-3 disabled:no-underline', className)}
    />
  );
}
