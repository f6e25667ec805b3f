// The reference groups calls by what a developer wants to do. What only the portal's own screens call comes last.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';

type Group = { id: string; title: string; shortTitle: string; lede: string; paths: RegExp };

export const groups: readonly Group[] = [
  {
    id: 'use-a-key',
    title: 'Use and check an API key',
    shortTitle: 'Use a key',
    lede: 'Your application sends its API key, and the gateway in front of the API asks whether it may pass.',
    paths: /^\/v1\/(key-check|balance)$/,
  },
  {
    id: 'limits',
    title: 'Ask for a higher rate limit',
    shortTitle: 'Higher limits',
    lede: 'Say how much you need and why. The provider’s team reviews the request.',
    paths: /rate-limit-requests?$/,
  },
  {
    id: 'usage',
    title: 'See how keys are used',
    shortTitle: 'Usage',
    lede: 'How many requests a key made, from where, and which ones were refused.',
    paths: /^\/api\/(usage|api-keys\/.*(usage|refusals)$|api-keys\/usage)/,
  },
  {
    id: 'keys',
    title: 'Create and manage API keys',
    shortTitle: 'Manage keys',
    lede: 'Everything that the keys page of the portal does: create, restrict, rotate and delete.',
    paths: /^\/api\/(api-keys|key-scopes)/,
  },
  {
    id: 'test-tokens',
    title: 'Get test tokens',
    shortTitle: 'Test tokens',
    lede: 'The sandbox faucet gives tokens that are worth nothing, to try payments with.',
    paths: /^\/api\/faucet/,
  },
  {
    id: 'activity',
    title: 'Read the activity log',
    shortTitle: 'Activity',
    lede: 'Who did what in the account, and when.',
    paths: /^\/api\/activit/,
  },
  {
    id: 'leaks',
    title: 'Report a leaked key',
    shortTitle: 'Leaked keys',
    lede: 'Found a key in public? Its owner is told, and what the provider has set happens to the key.',
    paths: /^\/(api\/key-leaks|v1\/leak-reports)/,
  },
  {
    id: 'account',
    title: 'Read and change the account',
    shortTitle: 'Account',
    lede: 'The profile of whoever the token belongs to, and what the portal holds about them.',
    paths: /^\/api\/(users|portal)/,
  },
  {
    id: 'command-line',
    title: 'Sign in a command line',
    shortTitle: 'Command line',
    lede: 'How a tool gets a token: it asks, a person answers in the browser, it fetches the token.',
    paths: /^\/api\/cli\//,
  },
  {
    id: 'screens',
    title: 'Sign-in and sessions of the portal',
    shortTitle: 'Sign-in and sessions',
    lede: 'The calls that the portal’s sign-in and settings screens make. An integration needs none of them.',
    paths: /./,
  },
];

// The first that fits; the order on the page is another.
export const groupOf = (endpoint: Endpoint) => {
  const path = routeOf(endpoint);
  const group = groups.find(({ paths }) => paths.test(path));
  if (!group) throw new Error(`The reference has no group for ${path}`);
  return group;
};

export const pageOrder = [
  'use-a-key',
  'keys',
  'usage',
  'limits',
  'test-tokens',
  'activity',
  'leaks',
  'account',
  'command-line',
  'screens',
] as const;

// Who integrates sends an API key or a token of the command line, or needs neither. The rest takes the session of a browser.
export const isForDevelopers = (endpoint: Endpoint) => {
  if (endpoint.dialect) return false;
  if (endpoint.cli || ['api-key', 'cli'].includes(endpoint.auth)) return true;
  return endpoint.auth === 'public' && groupOf(endpoint).id !== 'screens';
};
