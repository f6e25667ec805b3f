import { Moon, Sun } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { cx } from '../cx.ts';
import { Spinner } from '../feedback/loading.tsx';

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

type TooltipSide = 'top' | 'bottom' | 'bottom-end';

const sides: Record<TooltipSide, string> = {
  top: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  bottom: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  'bottom-end': 'top-full right-0 mt-1.5',
};

// The text repeats the name of what it wraps, so assistive technology is spared the second reading.
function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string;
  side?: TooltipSide;
  children: ReactNode;
}) {
  return (
    <span className="group/tooltip relative inline-flex flex-none">
      {children}
      <span aria-hidden="true" className={cx(bubble, sides[side])}>
        {text}
      </span>
    </span>
  );
}

const bubble =
  'pointer-events-none invisible absolute z-30 rounded-1 bg-primary px-2 py-1 text-caption font-medium whitespace-nowrap text-on-primary opacity-0 transition-[opacity,visibility] max-md:hidden forced-colors:border ' +
  'group-hover/tooltip:visible group-hover/tooltip:opacity-100 group-hover/tooltip:delay-400 ' +
  'group-has-focus-visible/tooltip:visible group-has-focus-visible/tooltip:opacity-100 group-has-focus-visible/tooltip:delay-400';

export function ThemeToggle() {
  const theme = useTheme();
  return (
    <IconButton
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={theme === 'dark' ? <Sun /> : <Moon />}
      tooltipSide="bottom-end"
      onClick={toggleTheme}
    />
  );
}
