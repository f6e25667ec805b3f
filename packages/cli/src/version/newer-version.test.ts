// A newer version is announced once a day, and only at a terminal.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patientTimers } from '@ballast/harness/process-time';
import { expect, test } from 'vitest';
import { bundle, finished, newHome, shell, start } from '../testing/ballast.ts';
import { portalAnswer, profileAnswer, serve } from '../testing/http-server.ts';
import { isNewer } from './is-newer.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.1', true],
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', false],
  ['nonsense', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

test('at a terminal it is said once a day; in CI, in a pipe and as JSON never', async () => {
  const requests: string[] = [];
  const portal = await serve((path, { authorization = 'nobody' }) => {
    requests.push(`${path} ${authorization}`);
    return path === '/api/portal' ? portalAnswer('99.0.0') : profileAnswer;
  });
  const folder = newHome();
  cpSync(dirname(bundle), folder, { recursive: true });
  const file = join(folder, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), portal }));
  const tool = join(folder, 'ballast.mjs');
  const env = { XDG_CONFIG_HOME: join(folder, 'config'), BALLAST_TOKEN: 'blst_cli_x' };
  const inTerminal = async (args: string, more: Record<string, string> = {}) =>
    (await shell('script', ['-qec', `node ${tool} ${args}`, '/dev/null'], { ...env, ...more })).stdout;
  const news = `Version 99.0.0 is available: npm install -g ${portal}/cli/ballast.tgz`;

  expect(await inTerminal('whoami', { CI: 'true' })).not.toContain('99.0.0');
  expect(await inTerminal('whoami --json')).not.toContain('99.0.0');
  expect(await inTerminal('whoami', { BALLAST_NO_UPDATE_CHECK: '1' })).not.toContain('99.0.0');
  expect((await finished(start(['whoami'], env, { file: tool }))).stderr).toBe('');
  expect(requests).not.toContain('/api/portal nobody');

  // On a slow machine it waits longer for the answer than it would.
  const patience = { NODE_OPTIONS: `--import=${patientTimers}` };
  expect(await inTerminal('whoami', patience)).toContain(news);
  expect(requests).toContain('/api/portal nobody');
  const before = requests.length;
  expect(await inTerminal('whoami')).not.toContain(news);
  expect(requests.slice(before)).toEqual(['/api/users/profile Bearer blst_cli_x']);
});
