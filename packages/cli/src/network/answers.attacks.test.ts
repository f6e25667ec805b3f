// What a portal may not do with an answer: lead elsewhere, go on for ever, or write more than a key into a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ballast, newHome } from '../testing/ballast.ts';
import { keyNamed, profileAnswer, serve } from '../testing/http-server.ts';
import { mostBytes } from './read-body.ts';

const opened = async (handler: Parameters<typeof createServer>[1]) => {
  const server = createServer({}, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const run = (args: string[], portal: string, more: Record<string, string> = {}, cwd?: string) =>
  ballast(args, { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x', ...more }, cwd);

test.each([301, 302, 303, 307, 308])('a redirect (%i) is named and not followed', async (status) => {
  const seen: string[] = [];
  const elsewhere = await serve((path, { authorization = 'nobody' }) => {
    seen.push(`${path} ${authorization}`);
    return profileAnswer;
  });
  const portal = await opened((_, response) => {
    response.writeHead(status, { location: `${elsewhere}/api/users/profile` }).end();
  });
  const message = `${portal} redirects to ${elsewhere}/api/users/profile. The request and its token are not sent there. Check the address of the portal.`;
  for (const args of [
    ['whoami'],
    ['keys', 'report', 'blst_test_x'],
    ['api', 'POST', '/api-keys', '-F', 'name=Checkout'],
  ])
    expect(await run(args, portal)).toEqual({ stdout: '', stderr: `Error: ${message}\n`, exitCode: 8 });
  // A proxy hands redirects on.
  const away = 'http://portal.test';
  const proxied = await run(['whoami'], away, { HTTP_PROXY: portal, BALLAST_INSECURE: '1' });
  expect(proxied.stderr).toContain(`${away} redirects to ${elsewhere}/`);
  expect(seen).toEqual([]);
});

test.each(['', 'HTTP_PROXY'])('an answer that does not end is not read for ever %s', async (proxy) => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  const endless = await opened((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      if (response.destroyed) return;
      sent += chunk.length;
      response.write(chunk, more);
    };
    more();
  });
  const portal = proxy ? 'http://portal.test' : endless;
  const { stderr, exitCode } = await run(
    ['whoami', '--timeout', '600'],
    portal,
    proxy ? { [proxy]: endless, BALLAST_INSECURE: '1' } : {},
  );
  expect({ stderr, exitCode }).toEqual({
    stderr: `Error: ${portal} sent more than 64 MB in one answer. It was not read to its end.\n`,
    exitCode: 8,
  });
  // What was on its way is more than what was read, and not much more.
  expect(sent).toBeLessThan(2 * mostBytes);
});

test.each([
  ['keys', 'list', '--json'],
  ['activity', '--since', '7d'],
  ['requests', '--limit', '1000'],
])('a list whose pages go round in circles ends: %s %s', async (...args) => {
  let requests = 0;
  const portal = await opened((_, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/json', 'x-next-cursor': `page-${requests % 3}` });
    response.end('[]');
  });
  const { stderr, exitCode } = await run(args, portal);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("The portal's list does not end.");
  expect(requests).toBe(4);
});

test.each(['blst_test_x\nNODE_OPTIONS=--require=/tmp/x.js', 'x"\nA=b', '$(id)', 'a b', '', '\u2028A=b'])(
  'a key writes one value into .env and nothing else: %j',
  async (key) => {
    const body = JSON.stringify([{ ...keyNamed('Checkout'), key }]);
    const portal = await serve(() => ({ status: 200, body }));
    const folder = newHome();
    writeFileSync(join(folder, '.env'), 'OTHER=1\n');
    expect(await run(['env', 'pull', '--yes'], portal, {}, folder)).toEqual({
      stdout: '',
      stderr: 'Error: The portal sent a key with characters that no key has. Nothing was written.\n',
      exitCode: 4,
    });
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('OTHER=1\n');
  },
);
