// Reads what somebody typed behind `ballast api`.
import { CliFailure } from '../../failures.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const methodOf = (text: string) => {
  if (methods.includes(text.toUpperCase())) return text.toUpperCase();
  throw new CliFailure('usage', `The method must be one of ${methods.join(', ')}, not "${text}".`);
};

// The method comes first, as an option, or follows from whether there is a body.
export const chooseCall = (
  [first, second]: [string, string | undefined],
  option: string | undefined,
  hasBody: boolean,
) => {
  if (second !== undefined && option !== undefined)
    throw new CliFailure('usage', 'Give the method only once: before the path, or with --method.');
  if (second !== undefined) return { method: methodOf(first), path: second };
  if (methods.includes(first.toUpperCase()))
    throw new CliFailure(
      'usage',
      "Add the path of the endpoint, such as /api-keys: missing argument 'path'.",
    );
  return { method: methodOf(option ?? (hasBody ? 'POST' : 'GET')), path: first };
};

// 'limit=5' is a number, 'name=Checkout' a text; JSON is taken as it is.
export const collectField = (text: string, earlier: Record<string, unknown>) => {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (!name) throw new CliFailure('usage', `A field is NAME=VALUE, not "${text}".`);
  try {
    return { ...earlier, [name]: JSON.parse(value) };
  } catch {
    return { ...earlier, [name]: value };
  }
};

// These describe the connection, which is not the caller's.
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
]);

export const collectHeader = (text: string, earlier: Record<string, string>) => {
  const [given = '', ...rest] = text.split(':');
  const [name, value] = [given.toLowerCase(), rest.join(':').trim()];
  const isHeader = rest.length > 0 && /^[a-z\d!#$%&'*+.^_`|~-]+$/.test(name) && /^[ -~]*$/.test(value);
  if (!isHeader) throw new CliFailure('usage', `A header is NAME: VALUE, not "${text}".`);
  if (ownHeaders.has(name)) throw new CliFailure('usage', `The header ${name} cannot be set.`);
  return { ...earlier, [name]: value };
};

// The token must not leave for another host, however the path is written.
export const addressOf = (portal: string, path: string) => {
  const base = `${portal}/api/`;
  const rest = path.replace(/^\/?(api\/)?/, '');
  const url = URL.canParse(rest, base) ? new URL(rest, base) : null;
  if (path.includes('://') || path.startsWith('//') || !url?.href.startsWith(base))
    throw new CliFailure(
      'usage',
      `The path must be one of the portal's API, such as /api-keys, not "${path}".`,
    );
  return url;
};
