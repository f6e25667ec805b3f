// Reads what the check needs from a request's headers as they came: an object of all headers would cost more than the
// rest of the check.
import { noScopes, scopesIn } from './restrictions/needed-scopes.ts';

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
  return { value: authorization ?? apiKey, userAgent, forwardedFor, neededScopes };
};
