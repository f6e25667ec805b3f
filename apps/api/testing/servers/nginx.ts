// A real nginx with what deploy/ ships: the gateway, between a caller and an API that answers what it was told, and the way in
// with TLS.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '@ballast/harness/certificate';
import { freePort } from '@ballast/harness/free-port';
import { waitFor } from '@ballast/harness/wait-for';

// Debian's nginx is older than the word that looks names up again; addresses do not need it.
const shipped = async (name: string) => {
  const file = fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url));
  const text = await readFile(file, 'utf8');
  return text.replaceAll(/^( +server .*) resolve;$/gm, '$1;').replaceAll('/var/log/nginx/', '');
};
const program = process.env.NGINX ?? '/usr/sbin/nginx';

// The file names its addresses once each; only they are replaced.
const withAddresses = (text: string, addresses: Record<string, string>) =>
  Object.entries(addresses).reduce((result, [from, to]) => {
    if (result.split(from).length !== 2) throw new Error(`the configuration must name ${from} once`);
    return result.replace(from, to);
  }, text);

// A portal of several processes has a line for each of them, wherever the file names it.
const withServers = (text: string, name: string, addresses: string[]) => {
  const lines = text.replaceAll(new RegExp(`^ +server ${name}( .*)?;$`, 'gm'), (_, rest = '') =>
    addresses.map((address) => `server ${address}${rest};`).join(' '),
  );
  if (lines === text) throw new Error(`the configuration must name ${name}`);
  return lines;
};

const aroundIt = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log access.log;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include shipped.conf;
}
`;

const startPaymentApi = async () => {
  const server = createServer((request, response) => {
    const status = request.url === '/fails' ? 500 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ method: request.method, path: request.url, headers: request.headers }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `127.0.0.1:${port}`, close };
};

const runNginx = async (folder: string, configuration: string, url: string) => {
  await writeFile(join(folder, 'shipped.conf'), configuration);
  await writeFile(join(folder, 'nginx.conf'), aroundIt);
  const nginx = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  const exit = once(nginx, 'exit');
  const ended = exit.then(
    async () => {
      throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    },
    () => {
      throw new Error('nginx is missing: install it, or set NGINX to its path');
    },
  );
  ended.catch(() => {});
  await Promise.race([ended, waitFor('nginx to answer', () => fetch(url, { redirect: 'manual' }))]);
  const stop = async () => {
    nginx.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  const readLogs = async () => ({
    access: await readFile(join(folder, 'access.log'), 'utf8'),
    error: await readFile(join(folder, 'error.log'), 'utf8'),
  });
  return { stop, readLogs };
};

const newFolder = () => mkdtemp(join(tmpdir(), 'ballast-nginx-'));

const gateways = {
  'nginx.conf': 'api:3001',
  'kubernetes/gateway/gateway.conf': 'ballast.ballast.svc:3001',
};
export type GatewayFile = keyof typeof gateways;

export const startGateway = async (portalAddress: string | string[], file: GatewayFile = 'nginx.conf') => {
  const paymentApi = await startPaymentApi();
  const listen = `127.0.0.1:${await freePort()}`;
  const portals = withServers(await shipped(file), gateways[file], [portalAddress].flat());
  const configuration = withAddresses(portals, {
    'payment-api:8080': paymentApi.address,
    'listen 8000': `listen ${listen}`,
  });
  const url = `http://${listen}`;
  const nginx = await runNginx(await newFolder(), configuration, url);
  const stop = async () => {
    await nginx.stop();
    paymentApi.close();
  };
  return { url, ...nginx, stop };
};

export const startTlsProxy = async (portalAddress: string) => {
  const folder = await newFolder();
  const { certificate, key } = makeCertificate();
  await writeFile(join(folder, 'portal.pem'), certificate);
  await writeFile(join(folder, 'portal.key'), key, { mode: 0o600 });
  const plain = `127.0.0.1:${await freePort()}`;
  const securePort = await freePort();
  const portals = withServers(await shipped('proxy-tls.conf'), 'api:3000', [portalAddress]);
  const configuration = withAddresses(portals, {
    'listen 80;': `listen ${plain};`,
    'listen 443': `listen 127.0.0.1:${securePort}`,
    '/etc/nginx/tls/portal.pem': join(folder, 'portal.pem'),
    '/etc/nginx/tls/portal.key': join(folder, 'portal.key'),
  });
  const plainUrl = `http://${plain}`;
  return { plainUrl, securePort, certificate, ...(await runNginx(folder, configuration, plainUrl)) };
};

// A slow machine must not look like a process that hangs.
const patiently = (text: string) =>
  text.replaceAll(/proxy_(connect|send|read|next_upstream)_timeout \d+s;/g, 'proxy_$1_timeout 120s;');

// The plain way in, to several portal processes. A proxy behind another one, or one that somebody else set up, appends to
// the list that it gets.
export const startProxy = async (portalAddresses: string[], { appends = false, isPatient = false } = {}) => {
  const listen = `127.0.0.1:${await freePort()}`;
  const text = await shipped('proxy.conf');
  const portals = withServers(isPatient ? patiently(text) : text, 'api:3000', portalAddresses);
  const configuration = withAddresses(portals, {
    'listen 8080': `listen ${listen}`,
    ...(appends ? { 'X-Forwarded-For $remote_addr;': 'X-Forwarded-For $proxy_add_x_forwarded_for;' } : {}),
  });
  const url = `http://${listen}`;
  return { url, ...(await runNginx(await newFolder(), configuration, url)) };
};
