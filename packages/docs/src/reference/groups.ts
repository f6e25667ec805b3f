// The reference groups calls by what a developer wants to do. guides/reference.md has the groups' titles and their order.
import { readFileSync } from 'node:fs';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';

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

const guide = readFileSync(new URL('../../guides/reference.md', import.meta.url), 'utf8');
const titles = new Map(
  [...guide.matchAll(/^## ([^{\n]+) \{#([\w-]+)/gm)].map(([, title, id]) => [id, title]),
);

const groupOf = (endpoint: Endpoint) => groups.find(([, paths]) => paths.test(routeOf(endpoint)))?.[0] ?? '';

export const titleOfGroup = (id: string) => {
  const title = titles.get(id);
  if (!title) throw new Error(`guides/reference.md has no section ${id}`);
  return title;
};

export const tagOf = (endpoint: Endpoint) => titleOfGroup(groupOf(endpoint));

// Integrations send an API key or a token of the command line, or neither. Other calls take the session of a browser.
export const isForDevelopers = (endpoint: Endpoint) => {
  if (endpoint.dialect) return false;
  if (endpoint.cli || ['api-key', 'cli'].includes(endpoint.auth)) return true;
  return endpoint.auth === 'public' && groupOf(endpoint) !== 'screens';
};
