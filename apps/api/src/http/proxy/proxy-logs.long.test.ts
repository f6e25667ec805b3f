// Links in mails have their token in the query. No log of the proxies that deploy/ ships may hold it: a reader of logs is not
// the reader of the mail.
import { once } from 'node:events';
import { request } from 'node:https';
import { freePort } from '@ballast/harness/free-port';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import { startGateway, startProxy, startTlsProxy } from '../../../testing/servers/nginx.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
const token = 'token-of-a-mailed-link';
const paths = ['/this-was-not-me', '/keep-account', '/api/portal'];
const headers = { referer: `http://localhost/reset?token=${token}` };

type Logs = () => Promise<{ access: string; error: string }>;

const expectNoToken = async (readLogs: Logs) => {
  await waitFor('the calls to be logged', async () => {
    const { access } = await readLogs();
    for (const path of paths) expect(access).toContain(`GET ${path}`);
  });
  const { access, error } = await readLogs();
  expect(access + error).not.toContain(token);
};

const portals: [string, () => Promise<string>][] = [
  ['the portal answers', async () => new URL(app().url).host],
  // nginx then writes messages of its own.
  ['the portal is away', async () => `127.0.0.1:${await freePort()}`],
];

test.each(portals)('proxy.conf: no token is logged when %s', async (_, addressOf) => {
  const proxy = await startProxy([await addressOf()]);
  onTestFinished(proxy.stop);
  for (const path of paths) await fetch(`${proxy.url}${path}?token=${token}`, { headers });
  await expectNoToken(proxy.readLogs);
});

test.each(portals)('proxy-tls.conf: no token is logged when %s', async (_, addressOf) => {
  const { plainUrl, securePort, certificate, readLogs, stop } = await startTlsProxy(await addressOf());
  onTestFinished(stop);
  for (const path of paths) {
    await fetch(`${plainUrl}/plain${path}?token=${token}`, { headers, redirect: 'manual' });
    const options = {
      port: securePort,
      host: '127.0.0.1',
      ca: certificate,
      servername: 'localhost',
      headers,
    };
    const [response] = await once(request({ ...options, path: `${path}?token=${token}` }).end(), 'response');
    response.resume();
  }
  await expectNoToken(readLogs);
  expect((await readLogs()).access).toContain('"GET /plain/keep-account"');
});

test.each(portals)('nginx.conf: no query is logged when %s', async (_, addressOf) => {
  const gateway = await startGateway(await addressOf());
  onTestFinished(gateway.stop);
  for (const path of paths) await fetch(`${gateway.url}${path}?token=${token}`, { headers });
  await expectNoToken(gateway.readLogs);
});
