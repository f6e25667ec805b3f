import { cx } from './cx.ts';

type ChipsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) {
  return (
    // The negative margin lets the focus ring of the first and last chip show inside the scrolling box.
    <fieldset
      aria-label={label}
      className="-m-1 flex min-w-0 gap-1 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
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
