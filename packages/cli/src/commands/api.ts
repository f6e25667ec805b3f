import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { ApiError } from '@ballast/contract/http/client';
import { Argument } from '@commander-js/extra-typings';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { noticeExpiry } from '../network/portal-call.ts';
import { explain } from '../network/portal-failures.ts';
import { NoAnswer, requestIdHeader, sendRequest } from '../network/send.ts';
import { printJson } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { idempotencyKeyOf, isDoneOnce } from './idempotency.ts';

type Options = {
  field: Record<string, unknown>;
  input?: string | undefined;
  include?: true | undefined;
  idempotencyKey?: string | undefined;
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

// 'limit=5' is a number, 'name=Checkout' a text; JSON is taken as it is.
const collectField = (text: string, earlier: Record<string, unknown>) => {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (!name) throw new CliFailure('usage', `A field is NAME=VALUE, not "${text}".`);
  try {
    return { ...earlier, [name]: JSON.parse(value) };
  } catch {
    return { ...earlier, [name]: value };
  }
};

// The token must not leave for another host, however the path is written.
const addressOf = (portal: string, path: string) => {
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

const readBody = async ({ field, input }: Options) => {
  if (input === '-') return readAll(process.stdin);
  if (input === undefined) return Object.keys(field).length ? JSON.stringify(field) : undefined;
  return readFile(input, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure('usage', `${input} cannot be read (${error.code}).`);
  });
};

const print = async ({ terminal, flags }: Context, response: Response, isWithHeaders: boolean) => {
  if (isWithHeaders) {
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    terminal.out.print([String(response.status), ...headers, '']);
  }
  const text = await response.text();
  if (!text) return;
  try {
    printJson(terminal, JSON.parse(text));
  } catch {
    // With --json a text is a JSON string.
    if (flags.json) return printJson(terminal, text);
    terminal.out.print(text.replace(/\r?\n$/, '').split(/\r?\n/));
  }
};

const callApi = async (context: Context, method: string, path: string, options: Options) => {
  const idempotencyKey = idempotencyKeyOf(method, options.idempotencyKey);
  const { portal, credentials } = await requireSignedIn(context);
  const { token } = credentials;
  const url = addressOf(portal, path);
  const inQuery = method === 'GET' && options.input === undefined;
  if (inQuery)
    for (const [name, value] of Object.entries(options.field)) url.searchParams.set(name, String(value));
  const body = inQuery ? undefined : await readBody(options);
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...idempotencyKey,
  };
  // The portal may have a path before its own routes.
  const route = url.pathname.slice(new URL(portal).pathname.replace(/\/$/, '').length);
  const sent = { method, headers, body, onlyOnce: method === 'POST' && !isDoneOnce(method, route) };
  const sending = sendRequest(context, url.href, sent).catch(async (error) => {
    if (!(error instanceof NoAnswer)) throw error;
    const failure = new ApiError(0, { code: 'unreachable' } as object);
    throw await explain(failure, { context, portal, token, cause: error.message });
  });
  const response = await withProgress(context.terminal, 'Waiting for the portal', sending);
  noticeExpiry(context.terminal, response.headers);
  if (response.ok) return print(context, response, Boolean(options.include));
  // Something else than a portal may answer with any JSON.
  const refusal: object = (await response.json().catch(() => null)) ?? {};
  const requestId = response.headers.get(requestIdHeader) ?? '';
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  throw await explain(new ApiError(response.status, refusal, retryAfter), {
    context,
    portal,
    token,
    requestId,
    typedCall: `${method} ${route}`,
  });
};

export const addApi: AddCommand = (program, context) =>
  addCommand(program, 'api', "Make any call of the portal's API with the token of this device", {
    examples: [
      ['ballast api GET /api-keys -F limit=5', 'the newest five keys, as the portal sends them'],
      ['ballast api POST /api-keys -F name=Checkout -F environment=SANDBOX', 'a call with a body'],
      ['ballast api POST /faucet/requests --idempotency-key "$RUN_ID"', 'run again, it is not done again'],
      ['ballast open docs', 'which calls there are'],
    ],
    json: ['what the portal answers', 'the answer is printed as JSON in any case'],
  })
    .addArgument(
      new Argument('<method>', 'the HTTP method').argParser((text: string) => {
        if (methods.includes(text.toUpperCase())) return text.toUpperCase();
        throw new CliFailure('usage', `The method must be one of ${methods.join(', ')}, not "${text}".`);
      }),
    )
    .argument('<path>', 'the path, such as /api-keys')
    .option(
      '-F, --field <name=value>',
      'a field of the body, of a GET of the query; may be repeated',
      collectField,
      {},
    )
    .option('--input <file>', 'a file with the body, - for stdin')
    .option('--idempotency-key <key>', 'of a POST: the same key with the same call is done once in 24 hours')
    .option('-i, --include', 'print the status and the headers, too')
    .action((method, path, options) => callApi(context, method, path, options));
