// Sends every request of the tool: with a time limit, through the proxy, with safe retries, and with a --debug trace.
import { idempotencyHeader } from '@ballast/contract/http/idempotency';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { causeOf, wasCut } from './causes.ts';
import { refuseUnencrypted } from './encryption.ts';
import { proxyFor, proxyName } from './proxy.ts';
import { mostBytes, readBody, TooLong } from './read-body.ts';

export type Sent = {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  // The portal may ignore its idempotency key.
  onlyOnce?: boolean;
};

export const requestIdHeader = 'x-request-id';
const usualTimeoutSeconds = 30;

// There was no answer; the message says why.
export class NoAnswer extends Error {}

const timeoutOf = ({ flags }: Context) => flags.timeout ?? usualTimeoutSeconds;

const pauses = [300, 900];
const longestPauseMs = 5000;
const passing = new Set([502, 503, 504]);

// Reads, PUTs and calls with an idempotency key have the same effect when they are sent twice.
const mayRepeat = ({ method, headers, onlyOnce }: Sent) =>
  ['GET', 'PUT'].includes(method) || (idempotencyHeader in headers && !onlyOnce);

const pauseBefore = (response: Response | null, usual: number) => {
  const seconds = Number(response?.headers.get('retry-after')) || 0;
  return Math.min(Math.max(usual, seconds * 1000), longestPauseMs);
};

// The same request is still running.
const isStillRunning = async (response: Response) =>
  response.status === 409 && (await response.clone().text()).includes('idempotency_in_progress');

const withoutSecrets = (address: string) => address.replace(/blst_\w+/g, 'blst_…');

const once = async (context: Context, address: string, sent: Sent): Promise<Response> => {
  const signal = AbortSignal.timeout(timeoutOf(context) * 1000);
  const { method, headers, body } = sent;
  const proxy = proxyFor(context.env, address);
  if (proxy) {
    const { proxiedFetch } = await import('./proxied-fetch.ts');
    return proxiedFetch(proxy, address, { method, headers, body, signal });
  }
  const response = await fetch(address, {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  // A truncated body is no answer either.
  const bytes = response.body ? await readBody(response.body) : null;
  const { status } = response;
  return new Response(bytes?.byteLength ? bytes : null, { status, headers: response.headers });
};

const traced = async (context: Context, address: string, sent: Sent) => {
  const { terminal, flags } = context;
  const say = (line: string) =>
    flags.debug && terminal.err.print(terminal.paintError('dim', `debug: ${line}`));
  const began = performance.now();
  const elapsed = () => `${Math.round(performance.now() - began)} ms`;
  const proxy = flags.debug ? proxyFor(context.env, address) : null;
  say(`${sent.method} ${withoutSecrets(address)}${proxy ? ` through ${proxyName(proxy)}` : ''}`);
  try {
    const response = await once(context, address, sent);
    const requestId = response.headers.get(requestIdHeader);
    say(`${response.status} after ${elapsed()}, request ${requestId ?? 'without an id'}`);
    return response;
  } catch (error) {
    say(`no answer after ${elapsed()}: ${causeOf(error, timeoutOf(context))}`);
    throw error;
  }
};

const shownAddress = 200;

const refuseRedirect = (address: string, { status, headers }: Response) => {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return;
  const target = URL.canParse(location, address) ? new URL(location, address).href : location;
  const { origin } = new URL(address);
  throw new CliFailure(
    'wrong_portal',
    `${origin} redirects to ${target.slice(0, shownAddress)}. The request and its token are not sent there. Check the address of the portal.`,
  );
};

const answerOf = async (context: Context, address: string, sent: Sent) => {
  const response = await traced(context, address, sent);
  refuseRedirect(address, response);
  return response;
};

const toFailure = (error: unknown, context: Context, address: string) => {
  if (error instanceof CliFailure) return error;
  if (error instanceof TooLong)
    return new CliFailure(
      'wrong_portal',
      `${new URL(address).origin} sent more than ${mostBytes / 1024 / 1024} MB in one answer. It was not read to its end.`,
    );
  return new NoAnswer(causeOf(error, timeoutOf(context)));
};

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const sendRequest = async (context: Context, address: string, sent: Sent): Promise<Response> => {
  if (new Headers(sent.headers).has('authorization')) refuseUnencrypted(context, address);
  for (const pause of mayRepeat(sent) ? pauses : []) {
    try {
      const response = await answerOf(context, address, sent);
      if (!passing.has(response.status) && !(await isStillRunning(response))) return response;
      await rest(pauseBefore(response, pause));
    } catch (error) {
      if (!wasCut(error)) throw toFailure(error, context, address);
      await rest(pause);
    }
  }
  return answerOf(context, address, sent).catch((error) => {
    throw toFailure(error, context, address);
  });
};
