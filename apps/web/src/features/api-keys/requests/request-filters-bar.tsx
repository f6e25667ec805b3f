import { type Environment, listKeys } from '@ballast/contract/keys/api-keys';
import { requestLimits } from '@ballast/contract/requests/requests';
import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatDateTime, formatSeconds } from '../../../lib/dates.ts';
import { timings } from '../../../lib/timings.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Chips } from '../../../ui/actions/chips.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { activeFilters, type RequestAddress } from './request-address.ts';
import { type Filters, outcomeOptions, reasonOptions, timeOptions } from './request-filters.ts';

type FiltersBarProps = {
  address: RequestAddress;
  environment: Environment;
  // Null on the page of a key.
  ownKey: string | null;
  children: ReactNode;
};

const viewOptions = [
  { value: 'list', label: 'List' },
  { value: 'groups', label: 'Groups' },
] as const;

const shownApart: (keyof Filters)[] = ['outcome', 'id'];

export function RequestFiltersBar({ address, environment, ownKey, children }: FiltersBarProps) {
  const { filters, filterBy, view, showView } = address;
  const within = activeFilters(filters).filter((name) => !shownApart.includes(name));
  const [isOpen, setOpen] = useState(within.length > 0);
  // What filters while its fields are hidden came from elsewhere, such as the panel of a request.
  const values = within.map((name) => filters[name]).join();
  const [known, setKnown] = useState(values);
  if (values !== known) {
    setKnown(values);
    if (within.length) setOpen(true);
  }
  const [id, setId] = useSettledText(filters.id, (next) => filterBy({ id: next }));
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label="Search by request ID"
            value={id}
            maxLength={requestLimits.requestId}
            onChange={setId}
          />
        </div>
        <Button icon={<ListFilter />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {within.length ? `Filters (${within.length})` : 'Filters'}
        </Button>
      </div>
      {isOpen && <FilterFields address={address} environment={environment} ownKey={ownKey} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Chips
          label="Outcome"
          options={outcomeOptions}
          value={filters.outcome}
          onChange={(outcome) => filterBy({ outcome })}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:w-full">
          <Chips label="View" options={viewOptions} value={view} onChange={showView} />
          {children}
        </div>
      </div>
    </div>
  );
}

// What is typed is looked for when somebody stops typing. A change from elsewhere, such as a link, is shown in the field.
const useSettledText = (value: string, onChange: (next: string) => void) => {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const settled = useSettled(text, timings.searchSettlesMs);
  const change = useEffectEvent((next: string) => {
    if (next.trim() !== value && next === text) onChange(next.trim());
  });
  useEffect(() => change(settled), [settled]);
  return [text, (next: string) => setTyped({ text: next, of: value })] as const;
};

type FieldsProps = Omit<FiltersBarProps, 'children'>;

function FilterFields({ address, environment, ownKey }: FieldsProps) {
  const { filters, filterBy, clearFilters } = address;
  const [from, setFrom] = useSettledText(filters.address, (next) => filterBy({ address: next }));
  const [path, setPath] = useSettledText(filters.path, (next) => filterBy({ path: next }));
  return (
    <Card className="px-4 py-4 md:px-5">
      <fieldset className="grid min-w-0 items-start gap-x-4 gap-y-3 md:grid-cols-3">
        <legend className="sr-only">Filters</legend>
        <Select
          label="Reason"
          options={reasonOptions}
          value={filters.reason}
          onChange={(reason) => filterBy({ reason })}
        />
        <Field
          label="Address"
          value={from}
          maxLength={requestLimits.address}
          placeholder="203.0.113.9"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label="Path begins with"
          value={path}
          maxLength={requestLimits.path}
          placeholder="/v1/payments"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
        />
        <TimeSelect filters={filters} filterBy={filterBy} />
        {ownKey === null && <KeySelect address={address} environment={environment} />}
        <div className="flex flex-wrap items-center gap-3 self-end md:col-start-3 md:h-9 md:justify-end">
          {filters.agent && (
            <p className="min-w-0 truncate text-small text-text-2" title={filters.agent}>
              Agent {filters.agent}
            </p>
          )}
          <Button
            size="small"
            variant="ghost"
            disabled={!activeFilters(filters).length}
            onClick={clearFilters}
          >
            Clear Filters
          </Button>
        </div>
      </fieldset>
    </Card>
  );
}

const exact = 'exact';

// A link may name a time to the second, which no choice has.
function TimeSelect({ filters, filterBy }: Pick<RequestAddress, 'filters' | 'filterBy'>) {
  const { from, to, time } = filters;
  const isExact = !time && Boolean(from || to);
  const options = [...timeOptions, ...(isExact ? [{ value: exact, label: exactTime(from, to) }] : [])];
  return (
    <Select
      label="Time"
      options={options}
      value={isExact ? exact : time}
      onChange={(next) =>
        filterBy({ time: timeOptions.find(({ value }) => value === next)?.value ?? '', from: '', to: '' })
      }
    />
  );
}

const exactTime = (from: string, to: string) => {
  if (from && to) return `${formatDateTime(from).split(', ').slice(0, 1)}, ${formatSeconds(from, to)}`;
  return from ? `Since ${formatDateTime(from)}` : `Before ${formatDateTime(to)}`;
};

// The keys that were used last. A key that a link names is among them, too.
const offeredKeys = '50';

function KeySelect({ address, environment }: Pick<FieldsProps, 'address' | 'environment'>) {
  const { filters, filterBy } = address;
  const { data = [] } = useQuery({
    queryKey: ['keys-to-filter', environment],
    queryFn: () => call(listKeys, { query: { environment, sort: 'used', limit: offeredKeys } }),
  });
  const isOther = filters.key !== '' && !data.some(({ id }) => id === filters.key);
  const options = [
    { value: '', label: 'Any key' },
    ...data.map(({ id, name }) => ({ value: id, label: name })),
    ...(isOther ? [{ value: filters.key, label: 'Another key' }] : []),
  ];
  return <Select label="Key" options={options} value={filters.key} onChange={(key) => filterBy({ key })} />;
}
