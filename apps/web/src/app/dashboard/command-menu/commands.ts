// What the command menu offers, in the order in which it is shown.

import { tabNames } from '@ballast/contract/screens';
import { environmentNames, environments } from '../../../domain/environment.ts';
import { signOut } from '../../../domain/sign-out.ts';
import { portal } from '../../../lib/portal.ts';
import { toggleTheme } from '../../../lib/theme.ts';
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
  { id: 'theme', label: 'Switch the theme', note: 'Dark or light', run: toggleTheme },
  { id: 'sign-out', label: 'Sign out', run: signOut },
];

export const commandGroups = (targets: CommandTargets): CommandGroup[] => [
  { value: 'Go', items: goCommands(targets) },
  { value: 'Do', items: doCommands(targets) },
];
