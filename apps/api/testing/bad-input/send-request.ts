// Sends a request as it is, and writes one down so that it can be pasted into a terminal.
import http from 'node:http';
import type { HttpRequest } from './draft.ts';

export type HttpAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string };

export type Door = { port: number } | { socketPath: string };

export const openSender = (door: Door) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const once = ({ method, target, headers, body }: HttpRequest) =>
    new Promise<HttpAnswer | null>((resolve, reject) => {
      const length = body || method !== 'GET' ? { 'content-length': String(body?.length ?? 0) } : {};
      const request = http.request(
        {
          ...('port' in door ? { host: '127.0.0.1', port: door.port } : door),
          agent,
          method,
          path: target,
          headers: { ...headers, ...length },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      // A connection that the portal closed after its last answer says nothing about this request.
      request.on('error', (error) => (request.reusedSocket ? resolve(null) : reject(error)));
      request.end(body ?? undefined);
    });
  const send = async (request: HttpRequest): Promise<HttpAnswer> => (await once(request)) ?? send(request);
  return { send, close: () => agent.destroy() };
};

const quote = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) && !text.includes("'")
    ? `'${text}'`
    : `$'${[...Buffer.from(text, 'latin1')].map(quoteByte).join('')}'`;

const quoteByte = (byte: number) =>
  byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
    ? `\\x${byte.toString(16).padStart(2, '0')}`
    : String.fromCharCode(byte);

export const toCurl = ({ method, target, headers, body }: HttpRequest, portalUrl: string) =>
  [
    `curl -sS -i -X ${method} --path-as-is ${quote(`${portalUrl}${target}`)}`,
    ...Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ),
    ...(body ? [`--data-binary ${quote(body.toString('latin1'))}`] : []),
  ].join(' \\\n  ');
