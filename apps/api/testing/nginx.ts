// A real nginx with the shipped gateway, between a caller and an API that answers what it was told.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@ballast/harness/free-port';
import { waitFor } from '@ballast/harness/wait-for';

const shipped = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url));
const program = process.env.NGINX ?? '/usr/sbin/nginx';

// The file names its addresses once each; only they are replaced.
const withAddresses = (text: string, addresses: Record<string, string>) =>
  Object.entries(addresses).reduce((result, [from, to]) => {
    if (result.split(from).length !== 2) throw new Error(`deploy/nginx.conf must name ${from} once`);
    return result.replace(from, to);
  }, text);

const aroundIt = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include gateway.conf;
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

export const startGateway = async (portalAddress: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-nginx-'));
  const paymentApi = await startPaymentApi();
  const listen = `127.0.0.1:${await freePort()}`;
  const gateway = withAddresses(await readFile(shipped, 'utf8'), {
    'api:3000': portalAddress,
    'payment-api:8080': paymentApi.address,
    'listen 8000': `listen ${listen}`,
  });
  await writeFile(join(folder, 'gateway.conf'), gateway);
  await writeFile(join(folder, 'nginx.conf'), aroundIt);

  const nginx = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  const exit = once(nginx, 'exit');
  const url = `http://${listen}`;
  const ended = exit.then(
    async () => {
      throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    },
    () => {
      throw new Error('nginx is missing: install it, or set NGINX to its path');
    },
  );
  ended.catch(() => {});
  await Promise.race([ended, waitFor('nginx to answer', () => fetch(url))]);
  const stop = async () => {
    nginx.kill('SIGTERM');
    await exit;
    paymentApi.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, stop };
};
