// A select-only combobox, after the pattern of the WAI-ARIA Authoring Practices: the focus stays on the control. Two tabs of the
// dashboard have one, so it does without a library that would be a fifth of their script.
import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type Ref, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { controlClass, FieldShell, type FieldText, useField } from './field-shell.tsx';
import { optionId, SelectList, type SelectOption } from './select-list.tsx';

type SelectProps<Value extends string> = FieldText & {
  options: readonly SelectOption<Value>[];
  value: Value | null | undefined;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
  name?: string;
  placeholder?: string;
  labelHidden?: boolean;
  disabled?: boolean | undefined;
};

export function Select<Value extends string>({ options, value, onChange, ...props }: SelectProps<Value>) {
  const { onBlur, ref, name, placeholder, labelHidden, disabled, ...text } = props;
  const { shell, control } = useField(text);
  const listId = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const { active, setActive, close, choose, press, follow } = useList(options, chosen, onChange);
  const open = active !== null;
  return (
    <FieldShell {...shell} labelHidden={labelHidden}>
      <button
        {...control}
        ref={ref}
        type="button"
        name={name}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? optionId(listId, active) : undefined}
        disabled={disabled}
        onClick={press}
        onKeyDown={follow}
        // Firefox presses a button when the space bar is let go, whatever became of the key before.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
        onBlur={() => {
          close();
          onBlur?.();
        }}
        className={cx(controlClass, comboboxClass)}
      >
        <span className={cx('truncate', chosen < 0 && 'text-text-3')}>
          {options[chosen]?.label ?? placeholder}
        </span>
        <ChevronsUpDown className="-mr-0.5 flex-none text-text-3" />
      </button>
      {open && (
        <SelectList
          id={listId}
          label={shell.label}
          controlId={control.id}
          options={options}
          chosen={chosen}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      )}
    </FieldShell>
  );
}

// The list is open while an option is active: the one that Enter would choose.
const useList = <Value extends string>(
  options: readonly SelectOption<Value>[],
  chosen: number,
  onChange: (value: Value) => void,
) => {
  const readTyped = useTypedText();
  const [active, setActive] = useState<number | null>(null);
  const show = () => setActive(Math.max(chosen, 0));
  const close = () => setActive(null);
  const choose = (place: number) => {
    close();
    const option = options[place];
    if (option && place !== chosen) onChange(option.value);
  };
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari gives a button that is pressed no focus.
    currentTarget.focus();
    if (active === null) show();
    else close();
  };
  const follow = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    if (active !== null && event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation();
      return close();
    }
    if (chooses.has(event.key) || (active === null && arrows.has(event.key))) {
      event.preventDefault();
      return active === null ? show() : choose(active);
    }
    const place = active ?? chosen;
    const next =
      event.key.length === 1
        ? findByText(options, place, readTyped(event))
        : findByArrow(event.key, place, options.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return { active, setActive, close, choose, press, follow };
};

const chooses = new Set(['Enter', ' ']);
const arrows = new Set(['ArrowDown', 'ArrowUp']);

const findByArrow = (key: string, place: number, last: number) => {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowDown') return Math.min(place + 1, last);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  return undefined;
};

// Finds the option that begins with the typed text. The same letter again finds the next one.
const findByText = (options: readonly SelectOption<string>[], place: number, typed: string) => {
  const repeated = new Set(typed).size === 1;
  const wanted = repeated ? typed.charAt(0) : typed;
  const places = options.map(
    (_, index) => (Math.max(place, 0) + index + (repeated ? 1 : 0)) % options.length,
  );
  return places.find((index) => options[index]?.label.toLowerCase().startsWith(wanted));
};

const pauseMs = 700;

// Letters that follow each other quickly are one text.
const useTypedText = () => {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, timeStamp }: KeyboardEvent) => {
    const before = timeStamp - typed.current.at < pauseMs ? typed.current.text : '';
    typed.current = { text: before + key.toLowerCase(), at: timeStamp };
    return typed.current.text;
  };
};

const comboboxClass =
  'flex h-11 items-center justify-between gap-3 text-left aria-expanded:border-focus aria-expanded:shadow-[0_0_0_3px_var(--focus-halo)] md:h-9';
