import { Search, X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { cx } from '../cx.ts';
import { controlClass, FieldShell } from './field-shell.tsx';

type SearchFieldProps = {
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
};

export function SearchField({ label, value, maxLength, onChange }: SearchFieldProps) {
  const id = useId();
  const clear = () => {
    onChange('');
    document.getElementById(id)?.focus();
  };
  return (
    <FieldShell id={id} label={label} labelHidden>
      <div className="relative">
        <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto text-text-3" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(
            controlClass,
            'block h-11 appearance-none pr-11 pl-9 placeholder:text-text-3 md:h-9 md:pr-9 [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {value && (
          <span className="absolute inset-y-0 right-1 flex items-center">
            <IconButton aria-label="Clear search" icon={<X />} onClick={clear} />
          </span>
        )}
      </div>
    </FieldShell>
  );
}
