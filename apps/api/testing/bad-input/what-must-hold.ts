// What must hold for every answer, whatever was asked: it is meant, it is the product's, and it helps its reader.

import { sessionLibraryCodes, sessionLibraryStatuses } from '@ballast/contract/auth/session';
import { type ErrorCode, errors } from '@ballast/contract/http/errors';
import type { HttpRequest } from './draft.ts';
import { forbiddenPhrases, saysWhatIsAllowed } from './phrases.ts';
import type { HttpAnswer } from './send-request.ts';

type Refusal = { code: string; message: string; fields: Record<string, string> };

const members = ['code', 'message', 'fields', 'details', 'nextClaimAt', 'methods'];
const libraryMembers = [...members, 'error_code', 'msg', 'weak_password'];

// What would tell how the portal is built, or is no sentence.
const internals =
  /node_modules|\.[cm]?[jt]s:\d|\n\s+at |\/(?:home|work|usr|var|tmp)\/|\b(?:zod|fastify|drizzle|pglite|postgres|FST_ERR\w*|ERR_\w+|ECONN\w+|ZodError|TypeError|RangeError|SyntaxError|secure-json-parse|JSON\.parse|Unexpected token)\b|\bselect .* from\b|\binsert into\b|\[object |violates|"stack"/i;

const problemsOfMessage = (text: unknown) => {
  if (typeof text !== 'string' || text.trim() === '') return ['a message is missing'];
  return forbiddenPhrases.filter((phrase) => phrase.test(text)).map((phrase) => `“${text}” says ${phrase}`);
};

// One of the library's words may cover several of ours.
const statusesOf = (code: string): number[] => {
  const own = Object.entries(sessionLibraryCodes).flatMap(([name, library]) =>
    library === code ? [name] : [],
  );
  const known = [code, ...own].filter((name) => Object.hasOwn(errors, name)) as ErrorCode[];
  const byLibrary: Partial<Record<string, number>> = sessionLibraryStatuses;
  return [byLibrary[code] ?? [], known.map((name) => errors[name].status)].flat();
};

const problemsOfFields = ({ code, message, fields }: Refusal, status: number) => {
  const entries = Object.entries(fields);
  const problems = entries
    .slice(0, 30)
    .flatMap(([name, text]) => [
      ...problemsOfMessage(text),
      ...(name === '' && !text.startsWith('Unknown field.') ? [`“${text}” belongs to no field`] : []),
    ]);
  if (code !== 'validation_failed' || status === 404) return problems;
  const unclear = entries.filter(([, text]) => !saysWhatIsAllowed(text));
  problems.push(...unclear.map(([name, text]) => `“${text}” (${name}) does not say what is allowed`));
  if (entries.length === 0) problems.push('no field is named');
  if (entries.length > 0 && !entries.some(([, text]) => text === message))
    problems.push('the message is none of the fields’');
  return problems;
};

const problemsOfRefusal = ({ status, headers, text }: HttpAnswer) => {
  if (!headers['content-type']?.startsWith('application/json')) return [`it is ${headers['content-type']}`];
  const refusal = JSON.parse(text) as Refusal;
  const known = 'error_code' in refusal ? libraryMembers : members;
  return [
    ...Object.keys(refusal)
      .filter((name) => !known.includes(name))
      .map((name) => `it has a member ${name}`),
    ...(statusesOf(refusal.code).includes(status) ? [] : [`the contract knows no ${status} ${refusal.code}`]),
    ...problemsOfMessage(refusal.message),
    ...(refusal.fields && typeof refusal.fields === 'object'
      ? problemsOfFields(refusal, status)
      : ['it has no fields']),
  ];
};

// A refusal repeats none of the secrets that were sent with the request.
const secretNames = /password|token|secret|verifier|code|key|authorization/i;
const secretsIn = ({ headers, body }: HttpRequest): string[] => {
  const sent = [...Object.entries(headers), ...fieldsIn(body)];
  return sent
    .filter(([name, value]) => secretNames.test(name) && typeof value === 'string')
    .map(([, value]) => String(value).replace(/^bearer /i, ''))
    .filter((value) => value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value));
};

const fieldsIn = (body: Buffer | null) => {
  try {
    return Object.entries(JSON.parse(body?.toString() ?? '{}') as Record<string, unknown>);
  } catch {
    return [];
  }
};

// The operator's socket answers no browser, so it has no need of these.
export const problemsOfHeaders = ({ headers }: HttpAnswer) =>
  headers['x-content-type-options'] === 'nosniff' ? [] : ['it has no security headers'];

export const problemsOf = (request: HttpRequest, answer: HttpAnswer): string[] => {
  const { status, text } = answer;
  if (status >= 500) return [`it is ${status}`];
  if (status < 400 || request.method === 'HEAD') return [];
  return [
    ...(internals.test(text) ? ['it shows how the portal is built'] : []),
    ...(secretsIn(request).some((secret) => text.includes(secret)) ? ['it repeats a secret'] : []),
    ...problemsOfRefusal(answer),
  ];
};
