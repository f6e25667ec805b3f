import type { Environment } from '@ballast/contract/keys/api-keys';
import { useId, useState } from 'react';
import { environmentNames, environments, toSlug } from '../../domain/environment.ts';
import { cx } from '../../ui/cx.ts';

type EnvironmentSwitchProps = {
  value: Environment;
  onChange: (environment: Environment) => void;
  // In the mobile menu the switch spans its container and has taller segments.
  wide?: boolean;
};

const selected: Record<Environment, string> = {
  SANDBOX: 'border-dashed border-accent-dash bg-surface-2 text-accent',
  PRODUCTION: 'border-prod-fill bg-prod-fill text-on-prod',
};

// Native radio buttons bring the arrow keys and the one tab stop with them.
export function EnvironmentSwitch({ value, onChange, wide = false }: EnvironmentSwitchProps) {
  const group = useId();
  const [announcement, setAnnouncement] = useState('');
  return (
    <div
      role="radiogroup"
      aria-label="Environment"
      className={cx('rounded-2 border border-line bg-seg p-0.5', wide ? 'grid grid-cols-2' : 'inline-flex')}
    >
      {environments.map((environment) => (
        <label
          key={environment}
          className={cx(
            'relative flex items-center justify-center rounded-1 border px-3 text-small font-medium transition-colors select-none',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight]',
            wide ? 'h-10' : 'h-7',
            value === environment
              ? selected[environment]
              : 'border-transparent text-text-2 hover:text-text forced-colors:border-[Canvas]',
          )}
        >
          <input
            type="radio"
            name={group}
            value={toSlug(environment)}
            checked={value === environment}
            onChange={() => {
              onChange(environment);
              setAnnouncement(`${environmentNames[environment]} selected`);
            }}
            className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
          />
          {environmentNames[environment]}
        </label>
      ))}
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}
