// --jq: what a filter makes of the JSON of a command, without jq on the machine.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import { ballast, bundle, start } from '../testing/ballast.ts';
import { keyNamed, serve } from '../testing/http-server.ts';

const portalWith = async (names: string[]) => {
  let requests = 0;
  const portal = await serve(() => {
    requests += 1;
    return { status: 200, body: JSON.stringify(names.map(keyNamed)) };
  });
  const run = (...args: string[]) => ballast(args, { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' });
  return { run, requests: () => requests };
};

test.each([
  ['.[].name', 'Checkout\nNight jobs\n'],
  ['length', '2\n'],
  ['.[0] | { name, rateLimit }', '{"name":"Checkout","rateLimit":3}\n'],
  ['map(select(.name == "Night jobs"))[0].environment', 'SANDBOX\n'],
  ['.[] | [.name, .rateLimit] | @tsv', 'Checkout\t3\nNight jobs\t3\n'],
  ['def double: . * 2; .[0].rateLimit | double # twice', '6\n'],
  ['-1', '-1\n'],
  ['empty', ''],
])('%s of two keys is %j', async (filter, stdout) => {
  const { run } = await portalWith(['Checkout', 'Night jobs']);
  expect(await run('keys', 'list', '--jq', filter)).toEqual({ stdout, stderr: '', exitCode: 0 });
});

test('it filters what api answers, all pages of it, but no refusal', async () => {
  const { run } = await portalWith(['Checkout']);
  expect((await run('api', '/api-keys', '--jq', '.[0].name')).stdout).toBe('Checkout\n');
  expect((await run('api', '/api-keys', '--paginate', '--jq', 'length')).stdout).toBe('1\n');
  const refusing = await serve(() => ({ status: 404, body: '{"code":"not_found"}' }));
  const env = { BALLAST_PORTAL: refusing, BALLAST_TOKEN: 'blst_cli_x' };
  const end = await ballast(['api', '/api-keys/x', '--jq', '.[0].name'], env);
  expect(JSON.parse(end.stdout)).toEqual({ code: 'not_found' });
  expect(end).toMatchObject({ stderr: 'HTTP 404\n', exitCode: 5 });
});

test('a filter that jq does not understand is refused before anything is asked', async () => {
  const { run, requests } = await portalWith(['Checkout']);
  for (const filter of ['.[', 'nothing', '']) {
    const { stdout, stderr, exitCode } = await run('keys', 'list', '--jq', filter);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^Error: --jq must be a filter of jq: .+\.\n$/);
  }
  expect(requests()).toBe(0);
  expect(await run('keys', 'list', '--jq', '.name')).toEqual({
    stdout: '',
    stderr: 'Error: --jq does not fit what the portal answers: Cannot index array with string ("name").\n',
    exitCode: 1,
  });
});

test('a text of the portal stays one line, and nothing in it rewrites the terminal', async () => {
  const { run } = await portalWith(['a\nFORGED\u001b[2J']);
  const { stdout } = await run('keys', 'list', '--jq', '.[].name, .[0].name + "!", [.[0].name]');
  expect(stdout).toBe('a�FORGED�[2J\na�FORGED�[2J!\n["a\\nFORGED\\u001b[2J"]\n');
});

// In ticks of the kernel, 100 a second: more than anything but an endless filter takes.
const isBusyFor = (pid: number, ticks: number) => {
  const [, facts = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return Number(facts.split(' ')[11]) > ticks;
};

test.runIf(process.platform === 'linux')('Ctrl-C ends a filter that does not end', async () => {
  const portal = await serve(() => ({ status: 200, body: '[]' }));
  const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' };
  const child = start(['keys', 'list', '--jq', 'def endless: endless; endless'], env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  await waitFor('the filter to run', () => expect(isBusyFor(child.pid ?? 0, 300)).toBe(true));
  child.kill('SIGINT');
  expect(await ended).toBe('SIGINT');
});

test('only the option loads jq', () => {
  const entry = readFileSync(bundle, 'utf8');
  expect(entry.length).toBeLessThan(10_000);
  const run = /run-[\w-]+\.mjs/.exec(entry)?.[0] ?? '';
  const [, ...loaded] = readFileSync(join(dirname(bundle), run), 'utf8').split(/from"|import"/);
  for (const file of loaded) expect(file.startsWith('./jq-')).toBe(false);
});
