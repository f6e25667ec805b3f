// Reads the raw headers of a request: an object of all headers would cost more than the rest of the check.
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { remember } from '../runtime/remember.ts';

// A gateway names the scopes that its request needs in ?scope= of the check's address, or in X-Required-Scope. A caller may have sent
// that header itself, so every scope that is named is needed: naming more opens nothing.
export const noScopes: readonly string[] = [];

const questionMark = 63;
const parameter = 'scope=';

const decoded = (text: string) => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// Proxies make one list of several lines.
const split = (text: string): readonly string[] => text.split(/[\s,+]+/).filter(Boolean);
const scopesIn = remember(split, { most: 1000, longest: 100 });

// A path behind the check's own is that of the request, and so is its query: Envoy appends both.
export const scopesInAddress = (url: string): readonly string[] => {
  if (url.charCodeAt(keyCheckPath.length) !== questionMark) return noScopes;
  const scopes = url
    .slice(keyCheckPath.length + 1)
    .split('&')
    .filter((part) => part.startsWith(parameter));
  return scopes.flatMap((part) => scopesIn(decoded(part.slice(parameter.length))));
};

const bearer = (authorization: string): string | null => {
  if (authorization.startsWith('Bearer ') && authorization.charAt(7) !== ' ') return authorization.slice(7);
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
};

// Several lines are one list. It is split once, when it is whole: there may be hundreds of lines.
const joined = (list: string, line: string) => (list ? `${list},${line}` : line);

export const presentedKey = (rawHeaders: readonly string[]) => {
  let authorization: string | null = null;
  let apiKey: string | null = null;
  let userAgent = '';
  let forwardedFor = '';
  let scopes = '';
  let requestId = '';
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    const value = rawHeaders[i + 1] as string;
    switch (name.length) {
      case 9:
        if (apiKey === null && name.toLowerCase() === 'x-api-key') apiKey = value;
        break;
      case 10:
        if (name.toLowerCase() === 'user-agent') userAgent = value;
        break;
      case 12:
        if (requestId === '' && name.toLowerCase() === 'x-request-id') requestId = value;
        break;
      case 13:
        if (authorization === null && name.toLowerCase() === 'authorization') authorization = bearer(value);
        break;
      case 15:
        if (name.toLowerCase() === 'x-forwarded-for') forwardedFor = joined(forwardedFor, value);
        break;
      case 16:
        if (name.toLowerCase() === 'x-required-scope') scopes = joined(scopes, value);
        break;
    }
  }
  const neededScopes = scopes ? scopesIn(scopes) : noScopes;
  return { value: authorization ?? apiKey, userAgent, forwardedFor, neededScopes, requestId };
};
