// What a gateway says of the request that it wants to know about.
import { cleanLine } from '@ballast/contract/characters';
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { isScope } from '@ballast/contract/keys/key-restrictions';
import { requestLimits } from '@ballast/contract/requests/requests';
import { withoutKeys } from '../key-secret.ts';

// The request that a gateway sends: it describes the other one in headers.
export type GatewayRequest = {
  readonly rawHeaders: readonly string[];
  readonly method?: string | undefined;
  readonly url?: string | undefined;
};

const longest = requestLimits.path;

// A part of a text keeps the whole text alive, so a long one is cut and copied.
const copyOf = (text: string) => Buffer.from(text.slice(0, longest), 'latin1').toString('latin1');
export const cutText = (text: string) => (text.length > longest ? copyOf(text) : text);

// A gateway or its caller may name anything, and much of it: only what can be a scope is repeated.
export const scopeText = (scopes: readonly string[]) =>
  scopes.length ? copyOf(scopes.slice(0, longest).filter(isScope).join(' ')) || null : null;

const lastHeader = (rawHeaders: readonly string[], name: string) => {
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    const header = rawHeaders[i] as string;
    if (header.length === name.length && header.toLowerCase() === name) return rawHeaders[i + 1] as string;
  }
  return null;
};

// nginx and Traefik have names of their own for the same things. A gateway that sends the first of two names need not remove the
// second from what its callers send.
const inHeaders = ({ rawHeaders }: GatewayRequest) => ({
  method: lastHeader(rawHeaders, 'x-original-method') ?? lastHeader(rawHeaders, 'x-forwarded-method'),
  uri: lastHeader(rawHeaders, 'x-original-uri') ?? lastHeader(rawHeaders, 'x-forwarded-uri'),
});

// Envoy appends the path to that of the check, and uses the request's own method. A call of the portal's own says both itself.
const inUrl = ({ method = '', url = '' }: GatewayRequest) => {
  const uri = url.startsWith(keyCheckPath) ? url.slice(keyCheckPath.length) : url;
  return uri.startsWith('/') ? { method, uri } : { method: null, uri: null };
};

export const describeRequest = (request: GatewayRequest) => {
  const described = inHeaders(request);
  const { method, uri } = described.method === null && described.uri === null ? inUrl(request) : described;
  return { method: method && cutText(method), uri: uri && cutText(uri) };
};

// A header may hold any character, and even a key. An empty text says nothing.
export const cleanOrNull = (text: string | null | undefined, most: number = longest) =>
  (text && cleanLine(withoutKeys(text), most)) || null;

// A query, and what an address may hold before its path, can be secrets.
export const pathOf = (uri: string | null) =>
  cleanOrNull(uri?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]);
