import { LayoutList, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { stored } from '../../../session/browser-storage.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';

export type Density = 'cards' | 'table';

// Many keys are a table until their owner wants cards, and this browser remembers it.
export const useDensity = () => {
  const [density, setDensity] = useState<Density>(() =>
    stored.keysDensity.read() === 'cards' ? 'cards' : 'table',
  );
  const change = (next: Density) => {
    stored.keysDensity.write(next);
    setDensity(next);
  };
  return [density, change] as const;
};

const choices = [
  { value: 'table', label: 'Show as table', icon: <Rows3 /> },
  { value: 'cards', label: 'Show as cards', icon: <LayoutList /> },
] as const;

type DensitySwitchProps = { value: Density; onChange: (density: Density) => void };

export function DensitySwitch({ value, onChange }: DensitySwitchProps) {
  return (
    <fieldset aria-label="Layout" className="flex rounded-2 border border-line bg-seg p-0.5">
      {choices.map((choice) => (
        <IconButton
          key={choice.value}
          aria-label={choice.label}
          aria-pressed={choice.value === value}
          tooltipSide="bottom-end"
          icon={choice.icon}
          className="border border-transparent aria-pressed:border-line-strong aria-pressed:bg-surface-2 forced-colors:border-[Canvas] forced-colors:aria-pressed:border-[Highlight]"
          onClick={() => onChange(choice.value)}
        />
      ))}
    </fieldset>
  );
}
