import { type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';

type ChipsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  // Null where what is shown has no chip.
  value: Value | null;
  onChange: (value: Value) => void;
};

export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null);
  const more = useMoreSideways(row);
  return (
    // The negative margin leaves room for the focus ring of the first and last chip.
    <fieldset
      ref={row}
      aria-label={label}
      data-more={more}
      className={cx(
        '-m-1 flex min-w-0 gap-1 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap',
        fades[more],
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
            onChange(option.value);
          }}
          className={cx(
            'h-9 flex-none rounded-2 border border-transparent px-[11px] text-small font-medium text-text-2 transition-colors md:h-[30px]',
            'hover:bg-hover hover:text-text aria-pressed:border-line-strong aria-pressed:bg-active aria-pressed:text-text',
            'forced-colors:border-[Canvas] forced-colors:aria-pressed:border-[Highlight]',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

// A finger's width, so that the chip at the edge is visibly cut.
const fades = {
  none: '',
  start: '[mask-image:linear-gradient(to_right,transparent,black_2.5rem)]',
  end: '[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]',
  both: '[mask-image:linear-gradient(to_right,transparent,black_2.5rem,black_calc(100%-2.5rem),transparent)]',
};

// The ends at which a row that scrolls sideways continues.
const useMoreSideways = (row: RefObject<HTMLElement | null>) => {
  const [more, setMore] = useState<'none' | 'start' | 'end' | 'both'>('none');

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const before = scrollLeft > 1;
      const after = scrollLeft + clientWidth < scrollWidth - 1;
      if (before && after) setMore('both');
      else if (before) setMore('start');
      else setMore(after ? 'end' : 'none');
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row]);

  return more;
};
