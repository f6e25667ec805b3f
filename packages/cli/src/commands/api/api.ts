import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { ApiError } from '@ballast/contract/http/client';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { CliFailure } from '../../failures.ts';
import { type AddCommand, addCommand } from '../../help/add-command.ts';
import { pageCursors } from '../../network/paging.ts';
import { noticeExpiry } from '../../network/portal-call.ts';
import { explain } from '../../network/portal-failures.ts';
import { NoAnswer, type Sent, sendRequest } from '../../network/send.ts';
import { withProgress } from '../../terminal/progress.ts';
import { addressOf, chooseCall, collectField, collectHeader } from './api-call.ts';
import { printAnswer, printPages } from './api-output.ts';
import { idempotencyKeyOf, isDoneOnce } from './idempotency.ts';

type Options = {
  field: Record<string, unknown>;
  header: Record<string, string>;
  method?: string | undefined;
  input?: string | undefined;
  include?: true | undefined;
  paginate?: true | undefined;
  idempotencyKey?: string | undefined;
};

const readBody = async ({ field, input }: Options) => {
  if (input === '-') return readAll(process.stdin);
  if (input === undefined) return Object.keys(field).length ? JSON.stringify(field) : undefined;
  return readFile(input, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure('usage', `${input} cannot be read (${error.code}).`);
  });
};

const headersOf = (token: string, body: string | undefined, given: Record<string, string>) => ({
  accept: 'application/json',
  authorization: `Bearer ${token}`,
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...given,
});

// The portal may have a path before its own routes.
const routeOf = (portal: string, url: URL) =>
  url.pathname.slice(new URL(portal).pathname.replace(/\/$/, '').length);

const prepare = async (context: Context, method: string, path: string, options: Options) => {
  const idempotencyKey = idempotencyKeyOf(method, options.idempotencyKey);
  const { portal, credentials } = await requireSignedIn(context);
  const url = addressOf(portal, path);
  const inQuery = method === 'GET' && options.input === undefined;
  if (inQuery)
    for (const [name, value] of Object.entries(options.field)) url.searchParams.set(name, String(value));
  const body = inQuery ? undefined : await readBody(options);
  const headers = headersOf(credentials.token, body, { ...idempotencyKey, ...options.header });
  const onlyOnce = method === 'POST' && !isDoneOnce(method, routeOf(portal, url));
  const sent: Sent = { method, headers, body, onlyOnce };
  const send = async (address: URL) => {
    const sending = sendRequest(context, address.href, sent).catch(async (error) => {
      if (!(error instanceof NoAnswer)) throw error;
      const failure = new ApiError(0, { code: 'unreachable' } as object);
      throw await explain(failure, { context, portal, token: credentials.token, cause: error.message });
    });
    const response = await withProgress(context.terminal, 'Waiting for the portal', sending);
    noticeExpiry(context.terminal, response.headers);
    return response;
  };
  return { url, send };
};

// A list names its next page in a header.
async function* readPages(send: (address: URL) => Promise<Response>, first: URL) {
  const nextCursor = pageCursors();
  const address = new URL(first);
  for (;;) {
    const response = await send(address);
    yield response;
    const cursor = response.ok ? nextCursor(response.headers) : undefined;
    if (!cursor) return;
    address.searchParams.set('cursor', cursor);
  }
}

const callApi = async (context: Context, words: [string, string | undefined], options: Options) => {
  const hasBody = options.input !== undefined || Object.keys(options.field).length > 0;
  const { method, path } = chooseCall(words, options.method, hasBody);
  if (options.paginate && method !== 'GET')
    throw new CliFailure('usage', '--paginate is for GET: only lists have pages.');
  if (options.paginate && options.include)
    throw new CliFailure('usage', '--paginate joins the pages of a list: leave out --include.');
  const { url, send } = await prepare(context, method, path, options);
  if (options.paginate) return printPages(context, readPages(send, url));
  await printAnswer(context, await send(url), Boolean(options.include));
};

export const addApi: AddCommand = (program, context) =>
  addCommand(program, 'api', "Call any endpoint of the portal's API with your token", {
    examples: [
      ['ballast api GET /api-keys -F limit=5', 'the newest five keys, as the portal sends them'],
      ['ballast api /api-keys --paginate', 'all keys: GET, with every page of the list'],
      ['ballast api POST /api-keys -F name=Checkout -F environment=SANDBOX', 'a call with a body'],
      ['ballast api /api-keys/ID -X DELETE', 'the method as an option'],
      ['ballast api POST /faucet/requests --idempotency-key "$RUN_ID"', 'safe to repeat: it runs only once'],
      ['ballast open docs', 'lists every endpoint'],
    ],
    json: [
      'the response of the portal',
      'prints errors, too: the body on stdout, the status on stderr, such as HTTP 404',
    ],
  })
    .argument('<method>', 'the HTTP method; may be left out (GET, with -F or --input POST)')
    .argument('[path]', 'the path, such as /api-keys')
    .option('-X, --method <method>', 'the HTTP method, instead of the argument')
    .option(
      '-F, --field <name=value>',
      'a field of the body, or of the query for GET; repeatable',
      collectField,
      {},
    )
    .option('-H, --header <name:value>', 'a request header; repeatable', collectHeader, {})
    .option('--input <file>', 'a file with the body, - for stdin')
    .option('--idempotency-key <key>', 'for POST: the same call with the same key runs once in 24 hours')
    .option('--paginate', 'read all pages of a list')
    .option('-i, --include', 'print the status and the headers, too')
    .action((method, path, options) => callApi(context, [method, path], options));
