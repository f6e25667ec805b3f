import type { ReactNode } from 'react';
import { Chips } from '../../ui/actions/chips.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { categoryOptions, type Filters, timeOptions } from './filters.ts';

type ActivityFiltersProps = {
  filters: Filters;
  onChange: (filters: Filters) => void;
  count: string;
  children: ReactNode;
};

export function ActivityFilters({ filters, onChange, count, children }: ActivityFiltersProps) {
  return (
    <div className="relative mb-4 flex flex-wrap print:hidden items-center gap-x-2 gap-y-2.5 md:items-start">
      <div className="min-w-0 basis-full md:flex-1 md:basis-0 md:pt-[3px]">
        <Chips
          label="Category"
          options={categoryOptions}
          value={filters.category}
          onChange={(category) => onChange({ ...filters, category })}
        />
      </div>
      {/* On a wide screen it is at the end of the header, whose margin is the distance. */}
      <p
        aria-live="polite"
        className="flex-1 text-small max-[359px]:basis-full whitespace-nowrap text-text-3 tabular-nums md:absolute md:right-0 md:bottom-full md:mb-6"
      >
        {count}
      </p>
      <div className="w-37 max-[359px]:flex-1 md:w-35 lg:w-37">
        <Select
          label="Time"
          labelHidden
          options={timeOptions}
          value={filters.time}
          onChange={(time) => onChange({ ...filters, time })}
        />
      </div>
      {children}
    </div>
  );
}
