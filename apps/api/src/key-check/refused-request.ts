// What a gateway says of the request that it asks about. It is read only when that request is refused.
import { cleanLine } from '@ballast/contract/characters';
import { keyCheckPath } from '@ballast/contract/keys/key-check';

export type AskedRequest = {
  readonly rawHeaders: readonly string[];
  readonly method?: string | undefined;
  readonly url?: string | undefined;
};

const longest = 400;

// What is long is cut and copied before it is kept: a part of a text keeps the whole text alive.
export const cutText = (text: string) =>
  text.length > longest ? Buffer.from(text.slice(0, longest), 'latin1').toString('latin1') : text;

const cutOrNull = (text: string | null) => (text === null ? null : cutText(text));

// nginx and Traefik have names of their own for the same things. A gateway that sends the first of two names need not remove the
// second from what its callers send.
const inHeaders = (rawHeaders: readonly string[]) => {
  let originalUri: string | null = null;
  let forwardedUri: string | null = null;
  let originalMethod: string | null = null;
  let forwardedMethod: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    const value = rawHeaders[i + 1] as string;
    switch (name.length) {
      case 14:
        if (name.toLowerCase() === 'x-original-uri') originalUri = value;
        break;
      case 15:
        if (name.toLowerCase() === 'x-forwarded-uri') forwardedUri = value;
        break;
      case 17:
        if (name.toLowerCase() === 'x-original-method') originalMethod = value;
        break;
      case 18:
        if (name.toLowerCase() === 'x-forwarded-method') forwardedMethod = value;
        break;
    }
  }
  return { method: originalMethod ?? forwardedMethod, uri: originalUri ?? forwardedUri };
};

// Envoy appends the path to that of the check, and asks with the request's own method. A call of the portal's own says both itself.
const inUrl = ({ method = '', url = '' }: AskedRequest) => {
  const uri = url.startsWith(keyCheckPath) ? url.slice(keyCheckPath.length) : url;
  return uri.startsWith('/') ? { method, uri } : { method: null, uri: null };
};

export const readAsked = (request: AskedRequest) => {
  const said = inHeaders(request.rawHeaders);
  const { method, uri } = said.method === null && said.uri === null ? inUrl(request) : said;
  return { method: cutOrNull(method), uri: cutOrNull(uri) };
};

// Any character that a header may hold can stand in it. An empty text says nothing.
export const cleanOrNull = (text: string | null | undefined) => (text && cleanLine(text, longest)) || null;

// A query, and what an address may hold before its path, can be secrets.
export const pathOf = (uri: string | null) =>
  cleanOrNull(uri?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]);
