// One request through a proxy: a tunnel for https, the whole address for http. Node's own fetch knows proxies only from
// version 24 on, and this tool runs from 20.
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { proxyName } from './proxy.ts';
import { readBody } from './read-body.ts';

type Sent = {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
};

const moduleOf = (url: URL) => (url.protocol === 'https:' ? https : http);

const placeOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port || (protocol === 'https:' ? 443 : 80),
});

const credentials = ({ username, password }: URL): Record<string, string> => {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
};

// The proxy sees only the host's name and port.
const openTunnel = (proxy: URL, target: URL, signal: AbortSignal) =>
  new Promise<Duplex>((resolve, reject) => {
    const authority = `${target.hostname}:${target.port || 443}`;
    const request = moduleOf(proxy).request({
      ...placeOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...credentials(proxy) },
      signal,
    });
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy ${proxyName(proxy)} refused with status ${statusCode}`));
    });
    request.once('error', reject);
    request.end();
  });

const withoutBody = new Set([204, 205, 304]);

const collect = async (answer: http.IncomingMessage) => {
  const content = await readBody(answer);
  const { statusCode = 0, headersDistinct } = answer;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = withoutBody.has(statusCode) ? null : content;
  return new Response(body, { status: statusCode, headers });
};

const openRequest = async (proxy: URL, target: URL, { method, headers, signal }: Sent) => {
  const common = { method, signal, headers: { ...headers, host: target.host } };
  if (target.protocol === 'https:') {
    const socket = await openTunnel(proxy, target, signal);
    const servername = target.hostname;
    return https.request(target, { ...common, agent: false, socket, servername } as https.RequestOptions);
  }
  return moduleOf(proxy).request({
    ...common,
    ...placeOf(proxy),
    path: target.href,
    headers: { ...common.headers, ...credentials(proxy) },
  });
};

export const proxiedFetch = async (proxy: URL, address: string, sent: Sent): Promise<Response> => {
  const request = await openRequest(proxy, new URL(address), sent);
  return new Promise<Response>((resolve, reject) => {
    request.once('response', (answer) => collect(answer).then(resolve, reject));
    request.once('error', reject);
    request.end(sent.body);
  });
};
