import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldShell, type FieldText, useField } from './field-shell.tsx';

type SelectProps<Value extends string> = FieldText & {
  options: readonly { value: Value; label: string }[];
  value: Value | null | undefined;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
  name?: string;
  placeholder?: string;
  labelHidden?: boolean;
  disabled?: boolean | undefined;
};

export function Select<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  ref,
  name,
  placeholder,
  labelHidden,
  disabled,
  ...text
}: SelectProps<Value>) {
  const { shell, control } = useField(text);
  return (
    // Base UI's own style elements would break the content security policy; their rule is in base.css.
    <CSPProvider disableStyleElements>
      <BaseSelect.Root
        items={options}
        value={value || null}
        name={name}
        disabled={disabled}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <FieldShell {...shell} labelHidden={labelHidden}>
          <BaseSelect.Trigger
            {...control}
            ref={ref}
            onBlur={onBlur}
            className={cx(
              controlClass,
              'flex h-11 items-center justify-between gap-3 text-left md:h-9',
              openedClass,
            )}
          >
            <BaseSelect.Value placeholder={placeholder} className="truncate data-placeholder:text-text-3" />
            <BaseSelect.Icon className="-mr-0.5 flex text-text-3">
              <ChevronsUpDown aria-hidden="true" />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
        </FieldShell>
        <BaseSelect.Portal>
          {/* It stays where it is when the page moves beneath it: a press would otherwise not end where it began. */}
          <BaseSelect.Positioner
            positionMethod="fixed"
            sideOffset={5}
            alignItemWithTrigger={false}
            className="z-50 outline-none"
          >
            <BaseSelect.Popup className={popupClass}>
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={itemClass}>
                  <BaseSelect.ItemText className="truncate">{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className="text-accent">
                    <Check aria-hidden="true" />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </CSPProvider>
  );
}

const openedClass = 'data-popup-open:border-focus data-popup-open:shadow-[0_0_0_3px_var(--focus-halo)]';

const popupClass =
  'max-h-(--available-height) w-(--anchor-width) min-w-36 overflow-y-auto rounded-3 border border-line-strong bg-raised p-1 shadow-float outline-none ' +
  'transition-[opacity,translate] duration-(--t-2) data-ending-style:opacity-0 data-ending-style:duration-(--t-1) data-starting-style:opacity-0 motion-safe:data-starting-style:translate-y-1';

const itemClass =
  'flex h-11 cursor-default items-center justify-between gap-3 rounded-1 px-2.5 text-touch font-medium text-text outline-none select-none ' +
  'data-highlighted:bg-active md:h-8 md:text-small forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-solid';
