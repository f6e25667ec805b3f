// What may stand between a developer's computer and the portal: a machine that speaks TLS, and a proxy.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

const listen = async (server: Server) => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port, close };
};

const passOn = (to: string, message: IncomingMessage, response: ServerResponse) => {
  const { pathname, search } = new URL(message.url ?? '/', to);
  const { hostname, port, host } = new URL(to);
  const { method } = message;
  // A portal of the tests answers under its own name alone.
  const headers = { ...message.headers, host };
  const onward = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  message.pipe(onward);
};

type FrontOptions = {
  tls?: { certificate: string; key: string };
  // It gives an answer of its own, or null to pass the request on.
  answer?: (path: string) => object | null;
};

// A front of a portal that records its requests.
export const openFront = async (portal: string, { tls, answer }: FrontOptions = {}) => {
  const requests: string[] = [];
  const handle = (message: IncomingMessage, response: ServerResponse) => {
    requests.push(`${message.method} ${message.url}`);
    const own = answer?.(message.url ?? '');
    if (own) return void response.setHeader('content-type', 'application/json').end(JSON.stringify(own));
    passOn(portal, message, response);
  };
  const server = tls
    ? createSecureServer({ cert: tls.certificate, key: tls.key }, handle)
    : createServer(handle);
  const { port, close } = await listen(server);
  return { requests, port, url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}`, close };
};

const userInfo = 'mara:pa%40ss';
const authorization = `Basic ${Buffer.from(decodeURIComponent(userInfo)).toString('base64')}`;

// It knows where the names lead, and lets in everybody who has its password.
export const openProxy = async (places: Record<string, string>) => {
  const seen: string[] = [];
  const placeOf = (name: string) => new URL(places[name] ?? 'http://127.0.0.1:9');
  const isLetIn = ({ headers }: IncomingMessage) => headers['proxy-authorization'] === authorization;
  const server = createServer((message, response) => {
    const address = new URL(message.url ?? '');
    seen.push(`${message.method} ${address.href}`);
    if (!isLetIn(message)) return void response.writeHead(407).end();
    message.url = address.pathname + address.search;
    delete message.headers['proxy-authorization'];
    passOn(placeOf(address.hostname).href, message, response);
  });
  server.on('connect', (message, client: Socket) => {
    seen.push(`CONNECT ${message.url}`);
    client.on('error', () => client.destroy());
    if (!isLetIn(message)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const { hostname, port } = placeOf((message.url ?? '').split(':')[0] ?? '');
    const far = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(client).pipe(far);
    });
    far.on('error', () => client.destroy());
    far.on('close', () => client.destroy());
    client.on('close', () => far.destroy());
  });
  const { port, close } = await listen(server);
  return {
    seen,
    url: `http://${userInfo}@127.0.0.1:${port}`,
    withoutPassword: `http://127.0.0.1:${port}`,
    close,
  };
};
