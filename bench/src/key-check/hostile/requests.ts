// Requests as they go over the wire.
type Sent = { headers?: Record<string, string>; body?: string | Buffer };

export const request = (method: string, path: string, { headers = {}, body }: Sent = {}) => {
  const own = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: '127.0.0.1', ...own, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return body === undefined ? head : Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
};

export const json = (value: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
