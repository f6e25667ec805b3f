// The faucet over processes that run side by side and die at the worst moment.
import { listActivities } from '@ballast/contract/activities';
import { getFaucet, requestTokens } from '@ballast/contract/faucet';
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { afterEach, expect, test } from 'vitest';
import { howOften, onPostgres } from '../../../../testing/databases/database.ts';
import { completedTransfer, portalProcesses } from '../../../../testing/portal-processes.ts';
import { answerOf } from '../../../../testing/test-app.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const openPortals = async (settings?: Record<string, string>) => {
  const portals = await portalProcesses(settings);
  closers.push(portals.stop);
  return portals;
};

test.runIf(onPostgres())('a hundred requests over three processes give one transfer', async () => {
  const portals = await openPortals();
  const servers = await Promise.all([portals.start(), portals.start(), portals.start()]);
  const [first] = servers;
  const developer = await portals.developer(first);
  const calls = servers.map((server) => developer.at(server.url));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      answerOf(() => (calls[i % 3] as (typeof calls)[0])(requestTokens, { body: {} })),
    ),
  );
  const given = answers.filter((answer) => answer.status === 'fulfilled');
  expect(given).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      expect(answer.reason).toMatchObject({
        status: 429,
        body: { nextClaimAt: given[0]?.value.nextClaimAt },
      });
    }
  }
  const call = developer.at(first.url);
  await completedTransfer(call, given[0]?.value.id ?? '');
  expect((await call(getFaucet)).balance).toBe(10);
  const query = { category: 'faucet' } as const;
  const { reply: newest, headers } = await call.withHeaders(listActivities, { query });
  const cursor = headers.get(nextCursorHeader) ?? '';
  const log = [...newest, ...(await call(listActivities, { query: { ...query, cursor } }))];
  const count = (type: string) => log.filter((entry) => entry.type === type).length;
  expect([count('faucet_rate_limited'), count('faucet_request'), count('faucet_request_success')]).toEqual([
    99, 1, 1,
  ]);
});

const rounds = howOften({ usual: 1, all: 5 });

test('kill -9 right after the answer neither loses nor doubles a transfer of the ledger', async () => {
  const portals = await openPortals();
  let server = await portals.start();
  const claims: { developer: Awaited<ReturnType<typeof portals.developer>>; id: string }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const developer = await portals.developer(server);
    const { id } = await developer.at(server.url)(requestTokens, { body: {} });
    server.child.kill('SIGKILL');
    await server.exit;
    claims.push({ developer, id });
    server = await portals.start();
  }
  for (const { developer, id } of claims) {
    await completedTransfer(developer.at(server.url), id);
    expect((await developer.at(server.url)(getFaucet)).balance).toBe(10);
  }
});
