// The keys whose name contains what was typed, in both environments.
import { listKeys } from '@ballast/contract/keys/api-keys';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { environmentNames } from '../../../domain/environment.ts';
import { timings } from '../../../lib/timings.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { call } from '../../../session/api.ts';
import type { CommandGroup } from './commands.ts';

const shownKeys = '5';

export const useFoundKeys = (typed: string): CommandGroup[] => {
  const navigate = useNavigate();
  const search = useSettled(typed.trim(), timings.searchSettlesMs);
  const { data = [] } = useQuery({
    queryKey: ['found-keys', search],
    queryFn: () => call(listKeys, { query: { search, limit: shownKeys } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  if (!typed.trim() || data.length === 0) return [];
  const items = data.map(({ id, name, environment }) => ({
    id: `key-${id}`,
    label: name,
    note: environmentNames[environment],
    run: () => void navigate({ to: '/dashboard/keys/$keyId', params: { keyId: id } }),
  }));
  return [{ value: 'Keys', items }];
};
