// Two processes, of which one is killed: what was readable stays, and nothing is counted or listed twice.
import { createKey } from '@ballast/contract/keys/api-keys';
import { getKeyUsage } from '@ballast/contract/keys/key-usage';
import { listRequests } from '@ballast/contract/requests/requests';
import { waitFor } from '@ballast/harness/wait-for';
import { describe, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { portalProcesses } from '../../../testing/portal-processes.ts';

describe.runIf(onPostgres())('two processes', () => {
  test('rows and counters agree across processes, a wait hears of both, and a kill repeats nothing', async () => {
    const portals = await portalProcesses();
    const [first, second] = [await portals.start(), await portals.start()];
    const { call, at } = await portals.developer(first);
    const { id, key } = await call(createKey, { body: { name: 'checkout', environment: 'SANDBOX' } });
    const check = async (url: string, requestId: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': requestId };
      return (await fetch(`${url}/v1/key-check`, { headers })).text();
    };
    const read = at(second.url);
    const sums = async () => {
      const rows = await read(listRequests, { query: { keyId: id, limit: 200 } });
      const { total } = await read(getKeyUsage, { params: { id }, query: {} });
      const counted = total.allowed + total.limited + total.refused;
      return { listed: rows.reduce((sum, { weight }) => sum + weight, 0), counted };
    };
    const agreeOn = (count: number) =>
      waitFor(`${count} requests to be counted and listed`, async () =>
        expect(await sums()).toEqual({ listed: count, counted: count }),
      );

    // The second process waits for what the first one writes.
    const waiting = read(listRequests, { query: { keyId: id, wait: 25 } });
    await check(first.url, 'heard-elsewhere');
    expect(await waiting).toMatchObject([{ requestId: 'heard-elsewhere', keyName: 'checkout' }]);

    for (let i = 0; i < 60; i += 1) await check(i % 2 ? first.url : second.url, `r-${i}`);
    await agreeOn(61);
    first.child.kill('SIGKILL');
    const third = await portals.start();
    for (let i = 0; i < 30; i += 1) await check(i % 2 ? third.url : second.url, `later-${i}`);
    await agreeOn(91);
    await portals.stop();
  });
});
