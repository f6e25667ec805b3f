import { waitFor } from '@ballast/harness/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BreachService,
  kindsOfMischief,
  prefixOf,
  startBreachService,
} from '../../../testing/servers/breach-service.ts';
import { openMetrics } from '../../runtime/observability/metrics.ts';
import { openBreachedPasswords } from './breached-passwords.ts';

const breached = 'Winter-harbour7!';

let service: BreachService;
beforeEach(async () => {
  service = await startBreachService();
  service.knows(breached, 42);
});
afterEach(() => service.stop());

const open = (timeoutMs = 60_000) => {
  const { breachedPasswordChecks } = openMetrics();
  const lines: string[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
  return {
    isBreached: openBreachedPasswords({ url: service.url, timeoutMs }, { breachedPasswordChecks }, log),
    lines,
    counts: async () =>
      (await breachedPasswordChecks.get()).values.map(({ labels, value }) => [labels.outcome, value]),
  };
};

test('the service is told five digits of a hash and nothing else, and asked to hide how many there are', async () => {
  const { isBreached, lines, counts } = open();
  expect(await isBreached(breached)).toBe(true);
  expect(await isBreached('Lantern-harbour4!')).toBe(false);
  expect(service.requests.map(({ path }) => path)).toEqual([
    `/range/${prefixOf(breached)}`,
    `/range/${prefixOf('Lantern-harbour4!')}`,
  ]);
  expect(service.requests[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'ballast' });
  expect(JSON.stringify(service.requests)).not.toContain(breached);
  expect(lines).toEqual([]);
  expect(await counts()).toEqual([
    ['found', 1],
    ['absent', 1],
  ]);
});

test('an entry that only pads the answer is no breach', async () => {
  service.knows('Padded-harbour5!', 0);
  expect(await open().isBreached('Padded-harbour5!')).toBe(false);
});

test.each([...kindsOfMischief, 'no connection' as const])(
  'a service that answers with %s counts as one that does not know, and the log tells nothing of the password',
  async (how) => {
    const { isBreached, lines, counts } = open(how === 'nothing' ? 50 : undefined);
    if (how === 'no connection') await service.stop();
    else service.answers(how);
    expect(await isBreached(breached)).toBe(false);
    expect(service.requests.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    expect(await counts()).toEqual([['failed', 1]]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/reason.*gave no answer/);
    expect(lines[0]).not.toMatch(new RegExp(`${prefixOf(breached)}|harbour|range`, 'i'));
  },
);

test('while fifty wait for the service, nobody else does', async () => {
  service.answers('nothing');
  const { isBreached, lines } = open();
  const waiting = Array.from({ length: 50 }, () => isBreached(breached));
  await waitFor('fifty questions', () => expect(service.requests).toHaveLength(50));
  expect(await isBreached(breached)).toBe(false);
  expect(lines).toEqual([expect.stringContaining('too many wait')]);
  await service.stop();
  expect(await Promise.all(waiting)).not.toContain(true);
});
