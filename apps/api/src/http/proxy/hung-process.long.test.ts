// Two portal processes behind the nginx files of deploy/, and one of them hangs.
import { once } from 'node:events';
import { request } from 'node:http';
import { createKey } from '@ballast/contract/keys/api-keys';
import { freePort } from '@ballast/harness/free-port';
import { openPortals, type Portals } from '@ballast/harness/portals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import { startGateway, startProxy } from '../../../testing/servers/nginx.ts';

describe.runIf(onPostgres())('one of two processes behind nginx hangs', () => {
  let portals: Portals;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let hung: number;
  let key: string;

  beforeAll(async () => {
    const ports = [String(await freePort()), String(await freePort())];
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    proxy = await startProxy(addresses);
    gateway = await startGateway(addresses);
    portals = await openPortals(await databaseVariables());
    const [first, second] = await Promise.all(ports.map((PORT) => portals.start({ PORT })));
    if (!first || !second) throw new Error('both must run');
    const { call } = await portals.developer(first);
    ({ key } = await call(createKey, { body: { name: 'gateway', environment: 'SANDBOX' } }));
    hung = second.pid;
    process.kill(hung, 'SIGSTOP');
  });
  afterAll(async () => {
    if (hung) process.kill(hung, 'SIGCONT');
    await proxy?.stop();
    await gateway?.stop();
    await portals?.stop();
  });

  // nginx logs the status of each process that it tried.
  const countWaits = async () => (await proxy.readLogs()).access.split('"504, 200"').length - 1;

  test('who reads is answered by the other one, and the one that hangs is left out', async () => {
    for (let i = 0; i < 12; i += 1) expect((await fetch(`${proxy.url}/api/portal`)).status).toBe(200);
    const waits = await countWaits();
    expect(waits).toBeGreaterThan(0);
    // Every second one would be six.
    expect(waits).toBeLessThan(6);
  });

  test('who writes is told after seconds, or answered', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'nobody@northwind.dev', password: 'Wrong-pass1!' });
    for (let i = 0; i < 4; i += 1) {
      const { status } = await fetch(`${proxy.url}/api/auth/login`, { method: 'POST', headers, body });
      expect([400, 504]).toContain(status);
    }
  });

  test('the gateway checks keys at the other one', async () => {
    const headers = { authorization: `Bearer ${key}` };
    for (let i = 0; i < 8; i += 1) {
      const call = request(gateway.url, { headers }).end();
      const [answer] = await once(call, 'response');
      answer.resume();
      expect([200, 429]).toContain(answer.statusCode);
    }
  });
});
