// The connection that hears of key changes, when the database answers only in part.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, inject, onTestFinished, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { openServers } from '../../db/connections/servers.ts';
import { openLifeline } from '../../db/lifeline/lifeline.ts';
import { usualLimits } from '../../runtime/settings/database-limits.ts';
import { openKeyListener } from './key-changes.ts';

// It passes everything on but the first LISTEN.
const startProxy = async (target: URL) => {
  let swallowed = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    onTestFinished(() => void upstream.destroy());
    upstream.on('error', () => {}).pipe(client);
    client
      .on('error', () => {})
      .on('data', (chunk) => {
        if (!swallowed && chunk.includes('listen ')) swallowed += 1;
        else upstream.write(chunk);
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return { url: url.href, swallowed: () => swallowed };
};

test.runIf(onPostgres())(
  'a LISTEN that is never answered is given up, and tried on another connection',
  async () => {
    const { url, swallowed } = await startProxy(new URL(inject('postgresUrl')));
    const lifeline = openLifeline(openServers(url), usualLimits.silenceMs, {
      tell: () => {},
      moved: () => {},
    });
    onTestFinished(() => lifeline.stop());
    await lifeline.start();
    const listener = openKeyListener(lifeline);
    listener.start({ changed: () => {}, missed: () => {} });
    await waitFor('the listener to hear', () => expect(listener.trustedUntil()).toBeGreaterThan(0));
    expect(swallowed()).toBe(1);
  },
);
