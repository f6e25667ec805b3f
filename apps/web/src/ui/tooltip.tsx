import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type TooltipSide = 'top' | 'bottom' | 'bottom-end';

const sides: Record<TooltipSide, string> = {
  top: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  bottom: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  'bottom-end': 'top-full right-0 mt-1.5',
};

// The text repeats the name of what it wraps, so assistive technology is spared the second reading.
export function Tooltip({
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
