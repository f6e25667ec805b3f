import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip, type TooltipSide } from './tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  'aria-label': string;
  icon: ReactNode;
  // A tooltip can be shorter than the label, where the label names something that is visible beside the button.
  tooltip?: string;
  danger?: boolean;
  busy?: boolean | undefined;
  tooltipSide?: TooltipSide;
};

export function IconButton({
  icon,
  danger,
  busy,
  tooltip,
  tooltipSide,
  disabled,
  className,
  ...native
}: IconButtonProps) {
  return (
    <Tooltip text={tooltip ?? native['aria-label']} {...(tooltipSide && { side: tooltipSide })}>
      <button
        type="button"
        {...native}
        disabled={disabled || busy}
        aria-busy={busy || undefined}
        className={cx(
          'inline-flex size-9 flex-none items-center justify-center rounded-1 text-text-2 transition-colors md:size-7',
          'disabled:pointer-events-none disabled:text-text-3 aria-pressed:text-text',
          danger ? 'hover:bg-danger-soft hover:text-danger' : 'hover:bg-hover hover:text-text',
          className,
        )}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
