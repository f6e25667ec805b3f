import { keyLimits } from '@ballast/contract/keys/api-keys';
import { ListChecks } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { selectButtonId } from '../focus.ts';
import { sortOptions, statusOptions } from '../keys-query.ts';
import type { Keys } from '../use-keys.ts';
import { type Density, DensitySwitch } from './density.tsx';

type KeyFiltersProps = {
  keys: Keys;
  selecting: boolean;
  onSelect: () => void;
  density: Density;
  onDensity: (density: Density) => void;
};

export function KeyFilters({ keys, selecting, onSelect, density, onDensity }: KeyFiltersProps) {
  const { areMany, search, setSearch, filter, setFilter, countText } = keys;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
      <div className="min-w-0 basis-full md:max-w-72 md:min-w-40 md:flex-1 md:basis-0">
        <SearchField label="Search by name" value={search} maxLength={keyLimits.name} onChange={setSearch} />
      </div>
      <div className="w-37 max-md:flex-1">
        <Select
          label="State"
          labelHidden
          options={statusOptions}
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
        />
      </div>
      <div className="w-37 max-md:flex-1">
        <Select
          label="Order"
          labelHidden
          options={sortOptions}
          value={filter.sort}
          onChange={(sort) => setFilter({ ...filter, sort })}
        />
      </div>
      <div className="ml-auto flex items-center gap-3 max-md:basis-full max-md:justify-between">
        <p role="status" className="text-small whitespace-nowrap text-text-3 tabular-nums">
          {countText}
        </p>
        <Button
          id={selectButtonId}
          variant="ghost"
          icon={<ListChecks />}
          aria-pressed={selecting}
          className="aria-pressed:bg-active aria-pressed:text-text forced-colors:aria-pressed:border-[Highlight]"
          onClick={onSelect}
        >
          Select
        </Button>
        {areMany && <DensitySwitch value={density} onChange={onDensity} />}
      </div>
    </div>
  );
}
