// 'Copy key…' and 'Rotate…' ask for a key of the environment that is shown.
import { type ApiKey, listKeys } from '@ballast/contract/keys/api-keys';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useReadAnyValue } from '../../../features/api-keys/key-value.tsx';
import { timings } from '../../../lib/timings.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { call } from '../../../session/api.ts';
import { copyText } from '../../../ui/text/copy-button.tsx';
import type { CommandGroup, KeyTask, MenuTargets } from './commands.ts';

export const taskNames: Record<KeyTask, string> = {
  copy: 'Select the key to copy',
  rotate: 'Select the key to rotate',
};

const shownKeys = '20';

export const useKeyTask = (
  task: KeyTask | null,
  typed: string,
  { environment }: MenuTargets,
): CommandGroup[] => {
  const navigate = useNavigate();
  const readValue = useReadAnyValue(environment);
  const search = useSettled(typed.trim(), timings.searchSettlesMs) || undefined;
  const { data = [] } = useQuery({
    queryKey: ['keys-to-choose', environment, search],
    queryFn: () => call(listKeys, { query: { environment, search, limit: shownKeys } }),
    enabled: task !== null,
    placeholderData: keepPreviousData,
  });
  if (task === null || data.length === 0) return [];
  const copy = async (apiKey: ApiKey) => {
    const value = await readValue(apiKey);
    const place = document.getElementById('main');
    if (value !== null && place) await copyText(value, place);
  };
  // The page of the key asks.
  const rotate = ({ id }: ApiKey) => {
    const state = { opensKey: true, rotatesKey: true };
    void navigate({ to: '/dashboard/keys/$keyId', params: { keyId: id }, state });
  };
  const run = { copy: (apiKey: ApiKey) => void copy(apiKey), rotate }[task];
  const items = data.map((apiKey) => ({
    id: `choose-${apiKey.id}`,
    label: apiKey.name,
    icon: KeyRound,
    note: `ends in ${apiKey.key.slice(-4)}`,
    run: () => run(apiKey),
  }));
  return [{ value: taskNames[task], items }];
};
