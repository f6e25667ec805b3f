// A portal that attacks its caller: every text in its answers tries to rewrite the terminal.
// Answers have the right shape, or they are failures, other shapes, web pages, redirects or too long.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';

// Begins a line that only a portal could have written.
export const forgedLine = 'FORGED LINE';

const hostileText = [
  'a\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\link\u001bPq\u001b\\',
  '\u009b31m\u009d0;title\u009c\u0090\u007f\u0000\b\r\v\f\u0085',
  '\u202eturned\u202c\u2066\u2069\u200f\u061c',
  '\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u2028\u2029\u{e0041}\u{e007f}\ud800',
  `\n${forgedLine}\r\n${forgedLine}`,
].join('');

type Schema = Endpoint['reply'];
type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  valueType?: Schema;
  entries?: Record<string, string>;
  values?: unknown[];
  options?: Schema[];
};

const samples: unknown[] = [
  hostileText,
  '5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a12',
  '2026-11-16T09:41:00.000Z',
  'mara@northwind.example',
  3,
  true,
  null,
];

// These decide what a command does next, so that it goes on and prints more.
const decisions: Record<string, unknown> = { kind: 'machine', masked: false, status: 'GRANTED' };

const sampleOf = (schema: Schema, name: string): unknown => {
  const { type, shape, innerType, element, valueType, entries, values, options } = schema._zod
    .def as unknown as Definition;
  const decided = decisions[name];
  if (decided !== undefined && schema.safeParse(decided).success) return decided;
  if (shape)
    return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, sampleOf(field, key)]));
  if (innerType) return sampleOf(innerType, name);
  if (element) return [sampleOf(element, name)];
  if (type === 'record' && valueType) return { [hostileText]: sampleOf(valueType, name) };
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  const granted = options?.find((option) => JSON.stringify(sampleOf(option, name)).includes('GRANTED'));
  if (options?.[0]) return sampleOf(granted ?? options[0], name);
  return samples.find((sample) => schema.safeParse(sample).success);
};

const patternOf = (endpoint: Endpoint) => new RegExp(`^${routeOf(endpoint).replace(/:\w+/g, '[^/]+')}$`);

const endpointOf = (method: string | undefined, path: string) =>
  endpoints.find((endpoint) => endpoint.method === method && patternOf(endpoint).test(path));

type Answer = { status: number; headers?: Record<string, string>; body: unknown };

const refusal = (status: number, code: string, details: Record<string, unknown> = {}): Answer => ({
  status,
  body: {
    code,
    message: hostileText,
    fields: code === 'validation_failed' ? { [hostileText]: hostileText } : {},
    nextClaimAt: hostileText,
    details,
  },
});

const shaped = (request: IncomingMessage, path: string): Answer => {
  const endpoint = endpointOf(request.method, path);
  if (!endpoint) return refusal(404, 'no_such_route');
  const { status = 200, reply } = endpoint;
  return { status, body: sampleOf(reply, '') };
};

// Some commands ask the same again and again; this ends them.
const patience = 3;

const huge = hostileText.repeat(2000);

export const tempers = {
  'right shapes': (request: IncomingMessage, path: string, turn: number) =>
    turn > patience ? refusal(403, 'forbidden') : shaped(request, path),
  'refused fields': () => refusal(422, 'validation_failed', { scope: hostileText }),
  'a suspended account': () => refusal(401, 'unauthorized', { reason: 'account_suspended' }),
  'a limit': () => refusal(429, 'rate_limited'),
  'a failure': () => refusal(500, 'internal'),
  'other shapes': () => ({ status: 200, body: [hostileText, { [hostileText]: hostileText }] }),
  'no object': () => ({ status: 400, body: null }),
  'a web page': () => ({ status: 200, body: `<!doctype html>${hostileText}` }),
  'a redirect': () => ({
    status: 307,
    headers: { location: `http://127.0.0.1:2/\u009b31m?${'x'.repeat(4000)}` },
    body: hostileText,
  }),
  'huge texts': () => ({ ...refusal(422, huge), body: { code: huge, message: huge, fields: {} } }),
} satisfies Record<string, (request: IncomingMessage, path: string, turn: number) => Answer>;

export type Temper = keyof typeof tempers;

const write = (response: ServerResponse, { status, headers = {}, body }: Answer) => {
  const isPage = typeof body === 'string';
  // A header may hold the bytes of the upper controls.
  response.setHeader('x-request-id', 'id\u009b31m\u0085');
  response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(isPage ? body : JSON.stringify(body));
};

export const openHostilePortal = async (temper: Temper) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    const call = `${request.method} ${path}`;
    requests.push(call);
    const turn = requests.filter((each) => each === call).length;
    write(response, tempers[temper](request, path, turn));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
};
