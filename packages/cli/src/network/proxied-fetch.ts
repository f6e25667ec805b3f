// One request through a proxy: a tunnel for https, the whole address for http. Node's own fetch knows proxies only from
// version 24 on, and this tool runs from 20.
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { proxyName } from './proxy.ts';
import { readBody } from './read-body.ts';

type Sent = {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
};

const moduleOf = (url: URL) => (url.protocol === 'https:' ? https : http);

const credentials = ({ username, password }: URL): Record<string, string> => {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
};

// The proxy sees the host's name and port, and nothing of what is said.
const openTunnel = (proxy: URL, target: URL, signal: AbortSignal) =>
  new Promise<Duplex>((resolve, reject) => {
    const authority = `${target.hostname}:${target.port || 443}`;
    const request = moduleOf(proxy).request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
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

const openSecured = async (proxy: URL, target: URL, signal: AbortSignal) => {
  const tunnel = await openTunnel(proxy, target, signal);
  return new Promise<Duplex>((resolve, reject) => {
    const servername = target.hostname;
    const socket = connectTls({ socket: tunnel, servername, ALPNProtocols: ['http/1.1'] }, () =>
      resolve(socket),
    );
    socket.once('error', reject);
    signal.addEventListener('abort', () => socket.destroy(signal.reason));
  });
};

const requestOptions = async (proxy: URL, target: URL, { method, headers, signal }: Sent) => {
  const path = `${target.pathname}${target.search}`;
  const common = { method, signal, headers: { ...headers, host: target.host } };
  if (target.protocol === 'https:') {
    const socket = await openSecured(proxy, target, signal);
    return { ...common, path, createConnection: () => socket };
  }
  return {
    ...common,
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: `${target.origin}${path}`,
    headers: { ...common.headers, ...credentials(proxy) },
  };
};

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

export const proxiedFetch = async (proxy: URL, address: string, sent: Sent): Promise<Response> => {
  const target = new URL(address);
  const options = await requestOptions(proxy, target, sent);
  const { request: open } = target.protocol === 'https:' ? http : moduleOf(proxy);
  return new Promise<Response>((resolve, reject) => {
    const request = open(options, (answer) => collect(answer).then(resolve, reject));
    request.once('error', reject);
    request.end(sent.body);
  });
};
