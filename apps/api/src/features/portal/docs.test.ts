// The documentation as a reader's browser gets it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@ballast/contract/endpoints';
import { routeOf } from '@ballast/contract/http/endpoint';
import { errors } from '@ballast/contract/http/errors';
import { readGuides } from '@ballast/docs/guides';
import { operations } from '@ballast/docs/reference/openapi';
import type { SearchEntry } from '@ballast/docs/search-index';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { readConfig } from '../../runtime/settings/config.ts';
import { installation, serveDocs } from './serve-docs.ts';

const portalAt = (publicUrl: string, brandName = 'Ballast') => {
  const app = Fastify();
  serveDocs(app, { ...readConfig({ BRAND_NAME: brandName }), publicUrl });
  return app;
};

const groups = readGuides()
  .filter(({ parent }) => parent)
  .map(({ address }) => address.slice('/docs/reference/'.length));

const portal = portalAt('https://portal.example', 'Keel & Co');
const read = async (path: string) => (await portal.inject(path)).body;

const linksOf = (page: string) => [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

const crawl = async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs'];
  for (const path of waiting) {
    if (pages.has(path)) continue;
    const { statusCode, body } = await portal.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    pages.set(path, body);
    const further = linksOf(body).map((href) => href.split(/[#?]/)[0] ?? '');
    waiting.push(...further.filter((href) => href.startsWith('/docs') && !/\.\w+$/.test(href)));
  }
  return pages;
};

test('every page leads to the others, and no link of any page leads to nothing', async () => {
  const pages = await crawl();
  const guides = ['', '/cli', '/gateways', '/get-started', '/keys', '/limits-and-errors', '/reference'];
  expect([...pages.keys()].toSorted()).toEqual(
    [...guides, ...groups.map((name) => `/reference/${name}`)].map((path) => `/docs${path}`).toSorted(),
  );
  for (const [path, page] of pages)
    for (const href of linksOf(page).filter((link) => link.includes('#'))) {
      const [target = '', anchor = ''] = href.split('#');
      expect(pages.get(target || path), `${href} on ${path}`).toContain(` id="${anchor}"`);
    }
});

test('every page names the installation and the version that it was made with, and asks no other host', async () => {
  for (const [path, page] of await crawl()) {
    expect(page, path).toContain('Keel &amp; Co');
    expect(page, path).toContain(`Version ${packageJson.version}`);
    expect(page, path).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const placeholder of Object.keys(installation(readConfig({}))))
      expect(page, path).not.toContain(placeholder);
    // The content policy lets nothing inside a page run or style it.
    expect(page, path).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="/);
    expect(page.match(/<h1>/g), path).toHaveLength(1);
    expect(page, path).toMatch(/<meta name="description" content="[^"]{40,}"/);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, `ids of ${path}`).toBe(ids.length);
  }
});

test('the manual of the command line installs from the portal that shows it', async () => {
  const page = await read('/docs/cli');
  expect(page).toContain('<title>Keel &amp; Co CLI</title>');
  expect(page).toContain('npm install -g https://portal.example/cli/ballast.tgz');
});

test('every code that the API can answer stands among the errors, with its status and a meaning', async () => {
  const page = await read('/docs/limits-and-errors');
  for (const [code, { status }] of Object.entries(errors)) {
    const row = new RegExp(
      `id="error-${code}"><code>${code}</code></span></th><td>${status}</td><td>[^<]{10,}`,
    );
    expect(page, code).toMatch(row);
  }
});

test('the reference shows every call, and keeps what only the screens of the portal call behind a switch', async () => {
  const calls = new Map<string, boolean>();
  for (const group of groups) {
    const page = await read(`/docs/reference/${group}`);
    const sections = page.matchAll(/<section id="[^"]+"( class="portal-only")? data-operation="([^"]+)"/g);
    for (const [, hidden, operation = ''] of sections)
      calls.set(operation, Boolean(hidden) || group === 'screens');
  }
  const published = endpoints.filter(({ root }) => root !== 'operator');
  expect(calls.size).toBe(published.length);
  for (const endpoint of published) {
    const operation = `${endpoint.method} ${routeOf(endpoint).replace(/:(\w+)/g, '{$1}')}`;
    expect(calls.has(operation), operation).toBe(true);
    if (endpoint.cli || endpoint.auth === 'api-key') expect(calls.get(operation), operation).toBe(false);
    if (endpoint.dialect) expect(calls.get(operation), operation).toBe(true);
  }
});

test('the reference lists every call with method and path, at the address that it had on the page of all calls', async () => {
  const page = await read('/docs/reference');
  expect(page.indexOf('id="authenticate"')).toBeLessThan(page.indexOf('<ul class="calls">'));
  for (const { method, path } of operations) {
    const route = `<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>`;
    expect(page).toContain(route);
  }
  expect(page).toMatch(
    /<li id="post-api-auth-login"[^>]*><a href="\/docs\/reference\/screens#post-api-auth-login">/,
  );
});

test('every page leads to the one before it and the one after it', async () => {
  const shown = readGuides().filter(({ internal }) => !internal);
  for (const [place, { address }] of shown.entries()) {
    const neighbours = [...(await read(address)).matchAll(/rel="(prev|next)" href="([^"]+)"/g)];
    const around = { prev: shown[place - 1], next: shown[place + 1] };
    expect(Object.fromEntries(neighbours.map(([, relation, href]) => [relation, href])), address).toEqual({
      ...(around.prev ? { prev: around.prev.address } : {}),
      ...(around.next ? { next: around.next.address } : {}),
    });
  }
});

test('code is coloured in the page itself, and marks where the key of a reader belongs', async () => {
  const page = await read('/docs/get-started');
  expect(page).toContain('<span class="hljs-keyword">const</span>');
  const literals = [...page.matchAll(/class="own-key" data-literal="([^"]+)"/g)].map(
    ([, literal]) => literal,
  );
  expect(new Set(literals)).toEqual(new Set(['*', '&#39;*&#39;', '&quot;*&quot;']));
});

test('the search leads to sections that exist, and holds every developer call and error code', async () => {
  const pages = await crawl();
  const index = JSON.parse(await read('/docs/search.json')) as SearchEntry[];
  for (const { address } of index) {
    const [path = '', anchor] = address.split('#');
    expect(pages.get(path), address).toContain(anchor ? ` id="${anchor}"` : '<h1>');
  }
  const titles = index.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...Object.keys(errors), 'Create an API key', 'nginx']));
  expect(JSON.stringify(index)).toContain('https://portal.example');
});

test('a page of the documentation that does not exist says so and leads on', async () => {
  const { statusCode, headers, body } = await portal.inject('/docs/nothing');
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(body).toContain('Page Not Found');
  expect(linksOf(body)).toContain('/docs/get-started');
});

test('a page is compressed for whoever takes it, and plain for everybody else', async () => {
  const ask = (accepted: string) =>
    portal.inject({ url: '/docs/reference/keys', headers: { 'accept-encoding': accepted } });
  const [plain, brotli, zipped] = [await ask(''), await ask('gzip, deflate, br'), await ask('gzip;q=0.8')];
  expect([plain, brotli, zipped].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  expect(brotli.rawPayload.length).toBeLessThan(zipped.rawPayload.length);
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

test('README has the first minutes of the guide', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../../README.md'), 'utf8');
  const { markdown = '' } = readGuides().find(({ address }) => address === '/docs/get-started') ?? {};
  const firstLines = [...markdown.matchAll(/```sh\n([^`]+)\n```/g)].flatMap(([, text = '']) =>
    text.split('\n'),
  );
  expect(firstLines).toHaveLength(6);
  for (const line of firstLines) expect(readme).toContain(line.replaceAll('%URL%', 'http://localhost:3000'));
});
