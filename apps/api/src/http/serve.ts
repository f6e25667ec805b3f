// Turns an endpoint of the contract into a route: it authenticates the caller, checks the request and filters the reply.
import { Readable } from 'node:stream';
import type { Environment } from '@ballast/contract/api-keys';
import { cleanLine } from '@ballast/contract/characters';
import { cliLimits, tokenExpiryHeader } from '@ballast/contract/cli-auth';
import { type Answer, type Endpoint, type Received, type Root, routeOf } from '@ballast/contract/endpoint';
import { endpoints } from '@ballast/contract/endpoints';
import { readOperatorName } from '@ballast/contract/operator';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, type Client, type Operator, operatorNamed, type Visitor } from '../identity/actor.ts';
import { offerToKeep } from '../identity/leaving.ts';
import type { ActiveKey } from '../key-check/key-cache.ts';
import type { Deps } from '../runtime/deps.ts';
import { daysAfter } from '../runtime/times.ts';
import type { Turns } from '../runtime/turns.ts';
import { authenticate, type Credentials } from './authenticate.ts';
import { openCostlyCalls } from './costly-calls.ts';
import { type Once, openAnswerOnce } from './idempotency/answer-once.ts';
import { limitCalls } from './limit-calls.ts';
import { mountRaw, openRawBodies } from './raw-bodies.ts';
import { addressOf } from './request-address.ts';
import { requireFresh } from './require-fresh.ts';
import { requireScope } from './require-scope.ts';
import { stopperBefore, stopperOfCall } from './stopper.ts';
import type { Stopper } from './stops-in-turn.ts';
import { openWritesInTurn } from './writes-in-turn.ts';

type ActorOf<E extends Endpoint> = E['auth'] extends 'operator'
  ? Operator
  : E extends { takesSession: true }
    ? Visitor | Actor
    : E['auth'] extends 'public' | 'api-key'
      ? Visitor
      : Actor;

type Call<E extends Endpoint> = Received<E> &
  (E['auth'] extends 'api-key' ? { key: ActiveKey } : unknown) &
  (E extends { idempotent: true } ? { once: Once } : unknown) & {
    actor: ActorOf<E>;
    // A call that stops something has database connections of its own, and its rule must use these.
    deps: Deps;
    cookies: Cookies;
    getHeader: (name: string) => string;
    setHeader: (name: string, value: string) => void;
    // A call that waits is aborted when the caller hangs up or the server stops.
    gone: () => AbortSignal;
  };

export type Download = { contentType: string; filename: string; chunks: AsyncIterable<string> };
type Result<E extends Endpoint> = E extends { download: true } ? Download : Answer<E>;

export type Cookies = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string, options: CookieSerializeOptions) => void;
};

type Options<E extends Endpoint> = {
  headers?: Record<string, string>;
  // What would refuse the call anyway, such as a thing that is not the caller's, does so before a fresh proof is asked for. It
  // changes nothing.
  refuseFirst?: (call: Call<E>) => unknown;
  // Whether this call needs a fresh proof. It refuses and changes as refuseFirst does.
  needsProof?: (call: Call<E>) => Promise<boolean> | boolean;
  // The environments of the keys that this call is about, as far as they are the caller's. A command line needs their scopes.
  environmentsOf?: (call: Call<E>) => Promise<Environment[]> | Environment[];
  // What this caller may not have is refused, also if it was given before and is only repeated.
  refuseCaller?: (call: Call<E>) => unknown;
  // Whether this call has the endpoint's cost. Without a word every call has it.
  isCostly?: (call: Call<E>) => Promise<boolean> | boolean;
  // What the headers alone show to be wrong is refused before the body is read.
  refuseBeforeBody?: (getHeader: (name: string) => string) => unknown;
};

type AboutKeys = { cli: readonly ['keys', ...unknown[]] | readonly [unknown, 'keys', ...unknown[]] };

// An endpoint that wants a proof only at times cannot be served without a word on when; one that always wants it has none.
// One that is about keys cannot be served without a word on which.
type NeededWords<E extends Endpoint> =
  | (E extends { fresh: 'production' | 'credentials' } ? 'needsProof' : never)
  | (E extends AboutKeys ? 'environmentsOf' : never);
type UnusedWords<E extends Endpoint> =
  | Exclude<'needsProof' | 'environmentsOf', NeededWords<E>>
  | (E extends { cost: string } ? never : 'isCostly');
type OptionsOf<E extends Endpoint> =
  NeededWords<E> extends never
    ? [options?: Omit<Options<E>, UnusedWords<E>>]
    : [options: Omit<Options<E>, UnusedWords<E>> & Required<Pick<Options<E>, NeededWords<E>>>];

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>> | Result<E>,
  ...options: OptionsOf<E>
) => void;

const maxUserAgentLength = 400;

const clientOf = (deps: Deps, request: FastifyRequest): Client => {
  const address = addressOf(deps, request);
  // The server itself speaks plain http: under an https address somebody passes every call on, whether they say so or not.
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || deps.config.publicUrl.startsWith('https:');
  return {
    address,
    userAgent: cleanLine(request.headers['user-agent'] ?? '', maxUserAgentLength),
    behindUnknownProxy: forwarded && address === deps.clientAddress(request.socket.remoteAddress, ''),
  };
};

const depsFor = ({ stops }: Endpoint, deps: Deps): Deps => (stops ? { ...deps, db: deps.stopDb } : deps);

type Caller = { actor: Visitor; key: ActiveKey | null };

const toCaller = (
  deps: Deps,
  { auth }: Endpoint,
  request: FastifyRequest,
  { session, key }: Credentials,
): Caller => ({
  actor:
    auth === 'operator'
      ? operatorNamed(readOperatorName(request.headers))
      : { client: clientOf(deps, request), ...session },
  key,
});

// Whoever works with a token that expires soon is told so with every answer.
const tellExpiry = ({ now }: Deps, reply: FastifyReply, { session }: Credentials) => {
  const expiresAt = session?.grant?.expiresAt;
  if (expiresAt && expiresAt <= daysAfter(now(), cliLimits.noticeDays))
    reply.header(tokenExpiryHeader, expiresAt.toISOString());
};

const isSignedIn = (caller: Caller | undefined) => caller !== undefined && 'user' in caller.actor;

const isCommandLine = (caller: Caller | undefined) =>
  caller !== undefined && 'grant' in caller.actor && caller.actor.grant !== null;

const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  get: (name) => request.cookies[name],
  set: (name, value, options) => reply.setCookie(name, value, options),
});

const headerOf = (request: FastifyRequest) => (name: string) => String(request.headers[name] ?? '');

// This listens to the response, because the request of a POST counts as closed as soon as its body is read.
const hangUpOf = (reply: FastifyReply) => {
  const hungUp = new AbortController();
  reply.raw.once('close', () => hungUp.abort());
  return hungUp.signal;
};

const pieceLength = 16 * 1024;

async function* inTurns(turns: Turns, chunks: AsyncIterable<string>) {
  let piece = '';
  for await (const chunk of chunks) {
    piece += chunk;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    await turns.next();
  }
  if (piece) yield piece;
}

// A file is done when the last of it was read, or its reader has hung up.
const sendDownload = (
  { turns }: Deps,
  reply: FastifyReply,
  { contentType, filename, chunks }: Download,
  done: () => void,
) => {
  const stream = Readable.from(inTurns(turns, chunks));
  stream.once('close', done);
  reply.raw.once('close', () => stream.destroy());
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(stream);
};

const schemaOf = ({ status = 200, params, query, body, reply, download }: Endpoint) => ({
  ...(params ? { params } : {}),
  ...(query ? { querystring: query } : {}),
  ...(body ? { body } : {}),
  ...(download ? {} : { response: { [status]: reply } }),
});

// An endpoint that is served but not listed would be neither tested nor documented.
const refuseUnlisted = (endpoint: Endpoint) => {
  if (!endpoints.includes(endpoint))
    throw new Error(`${endpoint.method} ${routeOf(endpoint)} is not listed in the contract's endpoints.ts`);
};

// What belongs to the operator's socket must never be mounted where the network reaches it.
const refuseOtherRoots = (served: readonly Root[], endpoint: Endpoint) => {
  if (!served.includes(endpoint.root ?? 'portal'))
    throw new Error(`${endpoint.method} ${routeOf(endpoint)} does not belong on this server`);
};

export const createServe = (app: FastifyInstance, portal: Deps, served: readonly Root[]): Serve => {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const answerOnce = openAnswerOnce();
  const costlyCalls = openCostlyCalls();
  const holdRawBody = openRawBodies();
  const writeInTurn = openWritesInTurn();
  const { callsInHand } = portal;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  return (endpoint, handle, ...[options]) => {
    const {
      headers = {},
      refuseFirst,
      needsProof,
      environmentsOf,
      refuseCaller,
      isCostly,
      refuseBeforeBody,
    } = (options ?? {}) as Options<typeof endpoint>;
    refuseUnlisted(endpoint);
    refuseOtherRoots(served, endpoint);
    const deps = depsFor(endpoint, portal);
    const { method, status = 200, download } = endpoint;
    const goneOf = (reply: FastifyReply) => () => AbortSignal.any([hangUpOf(reply), stopping.signal]);
    const turnOf = (stopper: Stopper | null, reply: FastifyReply) =>
      stopper && { stopper, gone: goneOf(reply) };
    const turnOfCall = (request: FastifyRequest, reply: FastifyReply) => {
      const caller = callers.get(request);
      return turnOf(caller ? stopperOfCall(endpoint, caller.actor) : null, reply);
    };
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        ...callers.get(request),
        deps,
        cookies: cookiesOf(request, reply),
        getHeader: headerOf(request),
        setHeader: (name: string, value: string) => void reply.header(name, value),
        gone: goneOf(reply),
      } as unknown as Call<typeof endpoint>;
      const actor = call.actor as Actor;
      // Before an earlier answer is repeated: another caller of the same account may have been given it.
      if (environmentsOf && isCommandLine(callers.get(request)))
        requireScope(endpoint, actor, await environmentsOf(call));
      await refuseCaller?.(call);
      // A costly call keeps its place until it is done.
      let leave = () => {};
      const doWork = async (once: (needsProof: boolean) => Once) => {
        await refuseFirst?.(call);
        const isAsked = endpoint.fresh !== undefined && (!needsProof || (await needsProof(call)));
        if (isAsked) await requireFresh(deps, actor);
        if (endpoint.cost && (!isCostly || (await isCostly(call))))
          leave = await costlyCalls.enter(deps, endpoint.cost, actor, call.gone);
        return writeInTurn(endpoint, actor, call.gone, () =>
          offerToKeep(deps, () => handle({ ...call, once: once(isAsked) })),
        );
      };
      const result = await answerOnce(deps, endpoint, request, reply, actor, doWork).catch((error) => {
        leave();
        throw error;
      });
      reply.code(status).headers(headers);
      if (download) return sendDownload(deps, reply, result as Download, leave);
      leave();
      if (status === 204) return reply.send();
      // Writing an answer may take as long as making it.
      if (!endpoint.stops && endpoint.auth !== 'operator') await deps.turns.next();
      return result;
    };
    const route: RouteOptions = {
      method,
      url: routeOf(endpoint),
      schema: schemaOf(endpoint),
      onRequest: async (request, reply) => {
        callsInHand.refuseTooMany(endpoint);
        const turn = turnOf(await stopperBefore(deps, endpoint, request), reply);
        await callsInHand.during(endpoint, turn, async () => {
          const credentials = await authenticate(deps, endpoint, request, reply);
          await limitCalls(deps, endpoint, credentials.session);
          tellExpiry(deps, reply, credentials);
          callers.set(request, toCaller(deps, endpoint, request, credentials));
          await refuseBeforeBody?.(headerOf(request));
          if (endpoint.rawBody) holdRawBody(deps, request, reply);
        });
      },
      // A body may take a minute to arrive. Whoever was signed in when it began must be so when it is acted upon: a reset in
      // between ends calls that are under way, too.
      preValidation: async (request, reply) => {
        if (endpoint.bodyOptional) request.body ??= {};
        if (endpoint.rawBody) request.body ??= new Uint8Array();
        if (method === 'GET' || !isSignedIn(callers.get(request))) return;
        const credentials = await callsInHand.during(endpoint, turnOfCall(request, reply), () =>
          authenticate(deps, endpoint, request, reply),
        );
        callers.set(request, toCaller(deps, endpoint, request, credentials));
      },
      handler: (request, reply) =>
        endpoint.waits
          ? answer(request, reply)
          : callsInHand.during(endpoint, turnOfCall(request, reply), () => answer(request, reply)),
    };
    if (endpoint.rawBody) mountRaw(app, deps, route, endpoint.rawBody);
    else app.route(route);
  };
};
