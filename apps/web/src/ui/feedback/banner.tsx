import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

type BannerVariant = 'ok' | 'bad' | 'prod' | 'neutral';

const looks: Record<BannerVariant, { box: string; icon: ReactNode; role?: 'status' | 'alert' }> = {
  ok: {
    box: 'border-accent-line bg-accent-soft',
    icon: <CircleCheck className="text-accent" />,
    role: 'status',
  },
  bad: {
    box: 'border-danger-line bg-danger-soft',
    icon: <CircleAlert className="text-danger" />,
    role: 'alert',
  },
  prod: {
    box: 'border-prod-line bg-prod-soft',
    icon: <TriangleAlert className="text-prod" />,
  },
  neutral: {
    box: 'border-line-strong bg-subtle',
    icon: <Info className="text-text-2" />,
  },
};

type BannerProps = {
  variant: BannerVariant;
  action?: { label: string; onClick: () => void };
  children: ReactNode;
};

export function Banner({ variant, action, children }: BannerProps) {
  const { box, icon, role } = looks[variant];
  return (
    <div
      role={role}
      className={cx(
        'flex items-start gap-3 rounded-2 border px-3.5 py-2.5 text-body text-text [&>.lucide]:mt-0.5',
        box,
      )}
    >
      {icon}
      <p className="min-w-0 flex-1 text-pretty">{children}</p>
      {action && (
        <button
          type="button"
          onClick={action.onClick}
          className="flex-none rounded-1 font-medium underline decoration-text-3 underline-offset-[3px] transition-colors hover:decoration-current"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

export function RetryBanner({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Banner variant="bad" action={{ label: 'Retry', onClick: onRetry }}>
      {message}
    </Banner>
  );
}
