// Tabs of a page, after the pattern of the WAI-ARIA Authoring Practices: arrow keys choose a tab, and the panel follows.
import { type KeyboardEvent, type ReactNode, useId } from 'react';

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId();
  const tabId = (name: Value) => `${id}-${name}`;
  const place = tabs.findIndex((tab) => tab.value === value);
  const follow = (event: KeyboardEvent) => {
    const next = tabs[nextPlace(event.key, place, tabs.length)];
    if (!next) return;
    event.preventDefault();
    document.getElementById(tabId(next.value))?.focus();
    onChange(next.value);
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={follow}
        className="mb-5 flex flex-wrap gap-x-5 border-b border-line forced-colors:border-[CanvasText]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabId(tab.value)}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={tabClass}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={tabId(value)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern wants it, and the panel scrolls
        tabIndex={0}
        className="outline-none"
      >
        {tabs[place]?.panel}
      </div>
    </>
  );
}

const nextPlace = (key: string, place: number, count: number) => {
  if (key === 'ArrowRight') return (place + 1) % count;
  if (key === 'ArrowLeft') return (place + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return -1;
};

const tabClass =
  '-mb-px h-11 rounded-1 border-b-2 border-transparent text-body font-medium text-text-2 transition-colors hover:text-text md:h-9 ' +
  'aria-selected:border-env aria-selected:text-text forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]';
