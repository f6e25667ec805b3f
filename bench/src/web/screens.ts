// The screens that are measured. Who is signed out sees other ones than who is signed in.

export type Screen = {
  name: string;
  path: string;
  signedIn?: true;
  // Search engines may show it.
  public?: true;
  // Where the dashboard opens.
  tab?: string;
  // JavaScript that a first visit may load, gzip.
  scriptBudget?: number;
};

const kilobyte = 1000;
const dashboard = { path: '/dashboard', signedIn: true, scriptBudget: 190 * kilobyte } as const;

export const screens: readonly Screen[] = [
  { name: 'auth', path: '/auth', public: true, scriptBudget: 110 * kilobyte },
  { name: 'support', path: '/support', public: true },
  { name: 'verify-email', path: '/verify-email' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'docs', path: '/docs', public: true },
  { name: 'docs-get-started', path: '/docs/get-started', public: true },
  { name: 'docs-keys', path: '/docs/keys', public: true },
  { name: 'docs-limits-and-errors', path: '/docs/limits-and-errors', public: true },
  { name: 'docs-gateways', path: '/docs/gateways', public: true },
  { name: 'docs-cli', path: '/docs/cli', public: true },
  { name: 'docs-reference', path: '/docs/reference', public: true },
  { ...dashboard, name: 'keys', tab: 'keys' },
  { ...dashboard, name: 'activity', tab: 'activity' },
  { ...dashboard, name: 'faucet', tab: 'faucet' },
  { ...dashboard, name: 'marketplace', tab: 'marketplace' },
  { ...dashboard, name: 'settings', tab: 'settings' },
];

export const nameWidth = Math.max(...screens.map(({ name }) => name.length)) + 2;
