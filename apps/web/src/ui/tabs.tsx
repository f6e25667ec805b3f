// Tabs inside of a page. The arrow keys move between them, and the panel follows the tab that is chosen.
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="mb-5 flex flex-wrap gap-x-5 border-b border-line forced-colors:border-[CanvasText]"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-none">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

// The bar of the chosen tab lies on the hairline below the list, as the sidebar's lies on the window's edge.
const tabClass =
  '-mb-px h-11 rounded-1 border-b-2 border-transparent text-body font-medium text-text-2 transition-colors hover:text-text md:h-9 ' +
  'aria-selected:border-env aria-selected:text-text forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]';
