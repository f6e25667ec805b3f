import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

type BadgeVariant = 'sandbox' | 'production' | 'production-solid' | 'accent' | 'neutral' | 'bad';

const variants: Record<BadgeVariant, string> = {
  sandbox: 'border-dashed border-accent-dash text-accent',
  production: 'border-prod-edge bg-prod-soft text-prod',
  'production-solid': 'border-prod-fill bg-prod-fill text-on-prod',
  accent: 'border-accent-line bg-accent-soft text-accent',
  neutral: 'border-line-strong text-text-2',
  bad: 'border-danger-line bg-danger-soft text-danger',
};

export function Badge({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center rounded-1 border px-[7px] text-caption font-medium whitespace-nowrap',
        variants[variant],
      )}
    >
      {children}
    </span>
  );
}
