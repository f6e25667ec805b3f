// The screens that are measured: those of the web app that open without further steps, its tabs, and the documentation.
import { type Access, screens as addresses, tabNames } from '@ballast/contract/screens';

export type Screen = {
  name: string;
  path: string;
  signedIn?: boolean;
  // The tab in which the dashboard opens.
  tab?: string;
  // JavaScript that a first visit may load, gzip.
  scriptBudget?: number;
};

const kilobyte = 1000;
const budgets: Record<string, number> = { auth: 110 * kilobyte, dashboard: 190 * kilobyte };

// Nobody stays on `/`, and a second factor has to be set up first.
const visitors: Record<Access, 'signed out' | 'signed in' | null> = {
  everybody: 'signed out',
  'signed-out': 'signed out',
  unverified: 'signed out',
  'signed-in': 'signed in',
  members: 'signed in',
  newcomers: 'signed in',
  'second-factor': null,
  nobody: null,
};

const guides = ['get-started', 'keys', 'limits-and-errors', 'gateways', 'cli', 'reference', 'reference/keys'];

const ofApp = Object.entries(addresses).flatMap(([name, { path, access }]) => {
  const visitor = visitors[access];
  const scriptBudget = budgets[name];
  const screen = { name, path, signedIn: visitor === 'signed in', ...(scriptBudget && { scriptBudget }) };
  if (name === 'dashboard') return tabNames.map((tab) => ({ ...screen, name: tab, tab }));
  return visitor ? [screen] : [];
});

export const screens: readonly Screen[] = [
  ...ofApp,
  { name: 'docs', path: '/docs' },
  ...guides.map((name) => ({ name: `docs-${name.replace('/', '-')}`, path: `/docs/${name}` })),
];

export const nameWidth = Math.max(...screens.map(({ name }) => name.length)) + 2;
