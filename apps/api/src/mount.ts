// Turns an endpoint of the contract into a route: who may call, what may be sent, what may leave.
import { Readable } from 'node:stream';
import type { Answer, Endpoint, Received } from '@ballast/contract/endpoint';
import { errorTexts } from '@ballast/contract/errors';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCliToken, readCliToken } from './cli-tokens.ts';
import type { Client, Deps } from './deps.ts';
import { Failure } from './failure.ts';
import { looksLikeKey } from './key-check/key-secret.ts';
import { readSession, type SignedIn } from './sessions.ts';

type Session<E extends Endpoint> = E['auth'] extends 'public' ? { session: null } : { session: SignedIn };
export type Call<E extends Endpoint> = Received<E> &
  Session<E> & {
    client: Client;
    cookies: Cookies;
    setHeader: (name: string, value: string) => void;
    // For calls that wait: ends when the caller hangs up or the server stops.
    gone: () => AbortSignal;
  };

export type Download = { contentType: string; filename: string; chunks: AsyncIterable<string> };
type Result<E extends Endpoint> = E extends { download: true } ? Download : Answer<E>;

export type Cookies = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string, options: CookieSerializeOptions) => void;
};

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>> | Result<E>,
  headers?: Record<string, string>,
) => void;

const bearerToken = (request: FastifyRequest) =>
  /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

export const isAuthLibraryPath = (path: string) => path.startsWith('/api/auth/v1/');

const maxUserAgentLength = 400;

const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
});

const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  get: (name) => request.cookies[name],
  set: (name, value, options) => reply.setCookie(name, value, options),
});

const refusals = {
  'no token': () => new Failure('no_authorization'),
  'bad token': () => new Failure('bad_jwt'),
  'session ended': () => new Failure('session_not_found', { message: errorTexts.sessionNotFound }),
};

// A token that is good but not good for this is never 401: that would tell its owner to sign in again.
const refuseOtherKinds = ({ auth, cli }: Endpoint, kind: SignedIn['kind']) => {
  if (kind === 'cli') {
    if (auth !== 'cli' && !cli) throw new Failure('not_for_cli');
    return;
  }
  if (kind !== 'browser' && auth !== 'any-session') throw new Failure('unauthorized');
  if (auth === 'cli') throw new Failure('only_for_cli');
};

// Somebody who sends an API key is told what is wrong: they have no session that could have ended.
const noSession = (token: string | null) =>
  new Failure('unauthorized', token && looksLikeKey(token) ? { message: errorTexts.apiKeyIsNoSession } : {});

const authenticate = async (
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<SignedIn | null> => {
  if (endpoint.auth === 'public') return null;
  const token = bearerToken(request);
  const session = isCliToken(token)
    ? await readCliToken(deps, token, request.ip)
    : await readSession(deps, token);
  if (typeof session === 'string') {
    throw isAuthLibraryPath(`/api${endpoint.path}`) ? refusals[session]() : noSession(token);
  }
  refuseOtherKinds(endpoint, session.kind);
  if (endpoint.auth === 'verified' && !session.emailVerified) throw new Failure('email_not_verified');
  return session;
};

// The response's end: the request of a POST counts as closed as soon as its body is read.
const hangUpOf = (reply: FastifyReply) => {
  const hungUp = new AbortController();
  reply.raw.once('close', () => hungUp.abort());
  return hungUp.signal;
};

const sendDownload = (reply: FastifyReply, { contentType, filename, chunks }: Download) =>
  reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(chunks));

export const createServe = (app: FastifyInstance, deps: Deps): Serve => {
  const sessions = new WeakMap<FastifyRequest, SignedIn | null>();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  return (endpoint, handle, headers = {}) => {
    const { method, path, status = 200, params, query, body, reply: answer } = endpoint;
    app.route({
      method,
      url: `/api${path}`,
      schema: {
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(endpoint.download ? {} : { response: { [status]: answer } }),
      },
      onRequest: async (request) => {
        sessions.set(request, await authenticate(deps, endpoint, request));
      },
      handler: async (request, reply) => {
        const result = await handle({
          params: request.params,
          query: request.query,
          body: request.body,
          session: sessions.get(request) ?? null,
          client: clientOf(request),
          cookies: cookiesOf(request, reply),
          setHeader: (name: string, value: string) => void reply.header(name, value),
          gone: () => AbortSignal.any([hangUpOf(reply), stopping.signal]),
        } as unknown as Call<typeof endpoint>);
        reply.code(status).headers(headers);
        if (endpoint.download) return sendDownload(reply, result as Download);
        return status === 204 ? reply.send() : result;
      },
    });
  };
};
