// The reference groups calls by what a developer wants to do. guides/reference has a page for each group.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { groupFiles } from '../read-guides.ts';

// A call belongs to the first group that fits.
const groups: [id: string, paths: RegExp][] = [
  ['use-a-key', /^\/v1\/(key-check|balance)$/],
  ['limits', /rate-limit-requests?$/],
  ['usage', /^\/api\/(usage|requests|api-keys\/.*(usage|refusals)$|api-keys\/usage)/],
  ['keys', /^\/api\/(api-keys|key-scopes)/],
  ['test-tokens', /^\/api\/faucet/],
  ['activity', /^\/api\/activit/],
  ['leaks', /^\/(api\/key-leaks|v1\/leak-reports)/],
  ['account', /^\/api\/(users|portal)/],
  ['command-line', /^\/api\/cli\//],
  ['screens', /./],
];

export const reference = '/docs/reference';

const groupOf = (endpoint: Endpoint) => groups.find(([, paths]) => paths.test(routeOf(endpoint)))?.[0] ?? '';

export const groupFile = (id: string) => {
  const group = groupFiles.find(({ name }) => name === id);
  if (!group) throw new Error(`guides/reference has no page ${id}`);
  return group;
};

export const tagOf = (endpoint: Endpoint) => groupFile(groupOf(endpoint)).title;

// Integrations send an API key or a token of the command line, or neither. Other calls take the session of a browser.
export const isForDevelopers = (endpoint: Endpoint) => {
  if (endpoint.dialect) return false;
  if (endpoint.cli || ['api-key', 'cli'].includes(endpoint.auth)) return true;
  return endpoint.auth === 'public' && groupOf(endpoint) !== 'screens';
};
