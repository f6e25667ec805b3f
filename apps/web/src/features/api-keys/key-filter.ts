// Filter and order of a list of many keys.
import {
  type ApiKey,
  type KeySort,
  type KeyStatus,
  keySorts,
  keyStatuses,
} from '@ballast/contract/keys/api-keys';

export type KeyFilter = { search: string; status: KeyStatus | 'all'; sort: KeySort };

export const noFilter: KeyFilter = { search: '', status: 'all', sort: 'created' };

export const isFiltered = ({ search, status, sort }: KeyFilter) =>
  search !== '' || status !== noFilter.status || sort !== noFilter.sort;

const statusNames: Record<string, string> = {
  active: 'Active',
  expiring: 'Expiring soon',
  expired: 'Expired',
  unused: 'Never used',
  limited: 'Over the limit',
};

export const statusOptions = [
  { value: 'all', label: 'All states' } as const,
  ...keyStatuses.map((value) => ({ value, label: statusNames[value] ?? value })),
];

const sortNames: Record<KeySort, string> = {
  created: 'Newest first',
  name: 'By name',
  used: 'Last used first',
};

export const sortOptions = keySorts.map((value) => ({ value, label: sortNames[value] }));

// A new key is active and was never used. Its place in another order comes with the next answer.
export const beginsWith = ({ search, status, sort }: KeyFilter, created: ApiKey) =>
  sort === 'created' &&
  ['all', 'active', 'unused'].includes(status) &&
  created.name.toLowerCase().includes(search.toLowerCase());
