// A request before it is sent: a valid one, to which faults are added one after the other.
import { toJson } from './bad-values.ts';
import type { Fields } from './valid-values.ts';

export type Headers = Record<string, string | string[]>;

export type Draft = {
  method: string;
  // Both as in the request line.
  path: string;
  query: string;
  headers: Headers;
  body: Fields | Buffer | null;
};

export type Fault = (draft: Draft) => Draft;

export type HttpRequest = { method: string; target: string; headers: Headers; body: Buffer | null };

// This percent-encodes any text, also the halves of surrogate pairs that encodeURIComponent refuses.
export const percentEncode = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

// A head of more than 16 KiB never reaches a handler.
const longestTarget = 9000;

// What a request line can carry at all: the rest would be malformed HTTP, which has tests of its own.
const toTarget = (text: string) =>
  text.replace(/[^\x21-\xff]/gu, (character) => percentEncode(character)).slice(0, longestTarget) || '/';

export const toQuery = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(String(value))}`)
    .join('&');

export const bodyBytes = (body: Draft['body']) =>
  body === null || Buffer.isBuffer(body) ? body : Buffer.from(toJson(body));

export const toRequest = ({ method, path, query, headers, body }: Draft): HttpRequest => ({
  method,
  target: toTarget(query ? `${path}?${query}` : path),
  headers,
  body: bodyBytes(body),
});
