import { Check, Circle, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from '../cx.ts';
import { controlClass, FieldShell, type FieldText, useField } from './field-shell.tsx';

type PasswordRule = { label: string; test: (password: string) => boolean };

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> &
  FieldText & { rules?: readonly PasswordRule[] };

export function PasswordField({ rules, onInput, ...field }: PasswordFieldProps) {
  const { shell, control } = useField(field);
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <FieldShell {...shell}>
      <div className="relative">
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            onInput?.(event);
          }}
          className={cx(controlClass, 'block h-11 pr-11 md:h-9 md:pr-10')}
        />
        <RevealButton shown={shown} onToggle={() => setShown(!shown)} />
      </div>
      {rules && typed !== '' && !shell.error && <RuleList rules={rules} password={typed} />}
    </FieldShell>
  );
}

function RevealButton({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-label={shown ? 'Hide password' : 'Show password'}
      aria-pressed={shown}
      onClick={onToggle}
      className="absolute inset-y-1 right-1.5 flex w-9 items-center justify-center rounded-1 text-text-3 transition-colors hover:text-text aria-pressed:text-text md:w-7"
    >
      {shown ? <EyeOff /> : <Eye />}
    </button>
  );
}

function RuleList({ rules, password }: { rules: readonly PasswordRule[]; password: string }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1 pt-0.5 text-caption">
      {rules.map(({ label, test }) => {
        const met = test(password);
        return (
          <li key={label} className={cx('flex items-start gap-2', met ? 'text-text-2' : 'text-text-3')}>
            {met ? (
              <Check className="mt-px size-3.5 text-accent" />
            ) : (
              <Circle className="mx-1 mt-[5px] size-1.5 stroke-[4]" />
            )}
            {label}
            <span className="sr-only">{met ? '(met)' : '(not met)'}</span>
          </li>
        );
      })}
    </ul>
  );
}
