// What the command menu offers, in the order in which it is shown.
import { listKeys } from '@ballast/contract/keys/api-keys';
import { tabNames } from '@ballast/contract/screens';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { environmentNames, environments } from '../../../domain/environment.ts';
import { signOut } from '../../../domain/sign-out.ts';
import { firstStepsQuery, usePutAway } from '../../../features/api-keys/first-steps/first-steps-query.ts';
import { portal } from '../../../lib/portal.ts';
import { toggleTheme } from '../../../lib/theme.ts';
import { timings } from '../../../lib/timings.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { call } from '../../../session/api.ts';
import { type DashboardPlace, type ShownTab, tabExists } from '../place.ts';
import { tabs } from '../tabs.tsx';

export type Command = { id: string; label: string; note?: string; run: () => void };
export type CommandGroup = { value: string; items: Command[] };

export type CommandTargets = ShownTab & {
  goTo: (place: Partial<DashboardPlace>) => void;
  createKey: () => void;
};

const goCommands = ({ tab, environment, goTo }: CommandTargets): Command[] => [
  ...tabNames
    .filter((name) => tabExists(name, environment))
    .map((name) => ({
      id: `tab-${name}`,
      label: `Go to ${tabs[name].label}`,
      ...(name === tab ? { note: 'You are here' } : {}),
      run: () => goTo({ tab: name }),
    })),
  {
    id: 'documentation',
    label: 'Open the documentation',
    note: 'New tab',
    run: () => window.open(portal.docsUrl, '_blank', 'noreferrer'),
  },
];

const doCommands = ({ environment, goTo, createKey }: CommandTargets): Command[] => [
  ...(environment === 'PRODUCTION' && !portal.productionKeys
    ? []
    : [
        {
          id: 'create-key',
          label: `Create a ${environmentNames[environment].toLowerCase()} key`,
          run: createKey,
        },
      ]),
  ...environments
    .filter((name) => name !== environment)
    .map((name) => ({
      id: `environment-${name}`,
      label: `Switch to ${environmentNames[name].toLowerCase()}`,
      run: () => goTo({ environment: name }),
    })),
  { id: 'theme', label: 'Switch theme', note: 'Dark or light', run: toggleTheme },
  { id: 'sign-out', label: 'Sign out', run: signOut },
];

export const commandGroups = (targets: CommandTargets): CommandGroup[] => [
  { value: 'Go', items: goCommands(targets) },
  { value: 'Do', items: doCommands(targets) },
];

// Offered only to those who put the first steps away.
export const useBringStepsBack = ({ goTo }: CommandTargets): CommandGroup[] => {
  const { data } = useQuery(firstStepsQuery(false));
  const { mutate } = usePutAway();
  if (!data?.putAway) return [];
  const run = () => {
    goTo({ tab: 'keys', environment: 'SANDBOX' });
    mutate(false);
  };
  return [{ value: 'Help', items: [{ id: 'first-steps', label: 'Show the first steps again', run }] }];
};

const shownKeys = '5';

// The keys of both environments whose name contains the typed text.
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
