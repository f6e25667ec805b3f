// What the command menu offers, in the order in which it is shown.
import { listKeys } from '@ballast/contract/keys/api-keys';
import { requestsPath, tabNames } from '@ballast/contract/screens';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  BookOpen,
  Copy,
  Keyboard,
  KeyRound,
  LifeBuoy,
  ListChecks,
  ListTree,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  RotateCw,
  ShieldCheck,
  Sun,
} from 'lucide-react';
import { environmentNames, environments } from '../../../domain/environment.ts';
import { signOut } from '../../../domain/sign-out.ts';
import { firstStepsQuery, usePutAway } from '../../../features/api-keys/first-steps/first-steps-query.ts';
import { portal } from '../../../lib/portal.ts';
import { toggleTheme, useTheme } from '../../../lib/theme.ts';
import { timings } from '../../../lib/timings.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { call } from '../../../session/api.ts';
import { type DashboardPlace, type ShownTab, tabExists } from '../place.ts';
import { tabs } from '../tabs.tsx';

// What can be done with a key that is chosen next.
export type KeyTask = 'copy' | 'rotate';

export type Command = { id: string; label: string; icon: LucideIcon; note?: string; keys?: string } & (
  | { run: () => void }
  | { asks: KeyTask }
);
export type CommandGroup = { value: string; items: Command[] };

export type CommandTargets = ShownTab & {
  goTo: (place: Partial<DashboardPlace>) => void;
  createKey: () => void;
};

export type MenuPart = 'commands' | 'shortcuts';

// With the dialog that the menu opens itself.
export type MenuTargets = CommandTargets & { showShortcuts: () => void };

type Show = (path: '/support' | typeof requestsPath) => void;

const goCommands = ({ tab, environment, goTo }: CommandTargets, show: Show): Command[] => [
  ...tabNames
    .filter((name) => tabExists(name, environment))
    .map((name) => ({
      id: `tab-${name}`,
      label: `Go to ${tabs[name].label}`,
      icon: tabs[name].icon,
      ...(name === tab ? { note: 'You are here' } : {}),
      run: () => goTo({ tab: name }),
    })),
  { id: 'requests', label: 'Go to Requests', icon: ListTree, run: () => show(requestsPath) },
  {
    id: 'security',
    label: 'Go to Security',
    icon: ShieldCheck,
    run: () => goTo({ tab: 'settings', section: 'security' }),
  },
  { id: 'support', label: 'Go to Support', icon: LifeBuoy, run: () => show('/support') },
  {
    id: 'documentation',
    label: 'Open the documentation',
    icon: BookOpen,
    note: 'New tab',
    run: () => window.open(portal.docsUrl, '_blank', 'noreferrer'),
  },
];

const doCommands = (
  { environment, goTo, createKey, showShortcuts }: MenuTargets,
  theme: ReturnType<typeof useTheme>,
): Command[] => [
  ...(environment === 'PRODUCTION' && !portal.productionKeys
    ? []
    : [
        {
          id: 'create-key',
          label: `Create a ${environmentNames[environment].toLowerCase()} key`,
          icon: Plus,
          keys: 'c',
          run: createKey,
        },
      ]),
  { id: 'copy-key', label: 'Copy key…', icon: Copy, asks: 'copy' },
  { id: 'rotate-key', label: 'Rotate…', icon: RotateCw, asks: 'rotate' },
  ...environments
    .filter((name) => name !== environment)
    .map((name) => ({
      id: `environment-${name}`,
      label: `Switch to ${environmentNames[name].toLowerCase()}`,
      icon: ArrowLeftRight,
      run: () => goTo({ environment: name }),
    })),
  theme === 'dark'
    ? { id: 'theme', label: 'Switch to light theme', icon: Sun, run: toggleTheme }
    : { id: 'theme', label: 'Switch to dark theme', icon: Moon, run: toggleTheme },
  { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: showShortcuts },
  { id: 'sign-out', label: 'Sign out', icon: LogOut, run: signOut },
];

export const useCommandGroups = (targets: MenuTargets): CommandGroup[] => {
  const navigate = useNavigate();
  const theme = useTheme();
  return [
    { value: 'Navigation', items: goCommands(targets, (to) => void navigate({ to })) },
    { value: 'Actions', items: doCommands(targets, theme) },
  ];
};

// Offered only to those who put the first steps away.
export const useBringStepsBack = ({ goTo }: CommandTargets): CommandGroup[] => {
  const { data } = useQuery(firstStepsQuery(false));
  const { mutate } = usePutAway();
  if (!data?.putAway) return [];
  const run = () => {
    goTo({ tab: 'keys', environment: 'SANDBOX' });
    mutate(false);
  };
  return [
    {
      value: 'Help',
      items: [{ id: 'first-steps', label: 'Show the first steps again', icon: ListChecks, run }],
    },
  ];
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
    icon: KeyRound,
    note: environmentNames[environment],
    run: () => void navigate({ to: '/dashboard/keys/$keyId', params: { keyId: id } }),
  }));
  return [{ value: 'Keys', items }];
};
