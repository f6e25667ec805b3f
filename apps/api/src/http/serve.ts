// Turns an endpoint of the contract into a route: it authenticates the caller, checks the request and filters the reply.
import { cliLimits, tokenExpiryHeader } from '@ballast/contract/cli/cli-auth';
import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, type Root, routeOf } from '@ballast/contract/http/endpoint';
import { errors } from '@ballast/contract/http/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Actor } from '../identity/actor.ts';
import { offerToKeep } from '../identity/leaving.ts';
import type { Cookies } from '../runtime/cookies.ts';
import { Failure } from '../runtime/failure.ts';
import { daysAfter } from '../runtime/times.ts';
import { authenticate, type Credentials } from './access/authenticate.ts';
import { type Caller, isCommandLine, isSignedIn, toCaller } from './access/caller.ts';
import { requireFresh } from './access/require-fresh.ts';
import { requireScope } from './access/require-scope.ts';
import { type Download, sendDownload } from './answers/send-download.ts';
import type { Call, Options, Serve } from './call.ts';
import type { Deps } from './deps.ts';
import { type Once, openAnswerOnce } from './idempotency/answer-once.ts';
import { openCostlyCalls } from './limits/costly-calls.ts';
import { limitCalls } from './limits/limit-calls.ts';
import { openStoppers, stopperOfCall } from './limits/stopper.ts';
import type { Stopper } from './limits/stops-in-turn.ts';
import { openWritesInTurn } from './limits/writes-in-turn.ts';
import { mountRaw, openRawBodies } from './requests/raw-bodies.ts';

const depsFor = ({ stops }: Endpoint, deps: Deps): Deps => (stops ? { ...deps, db: deps.stopDb } : deps);

// Whoever works with a token that expires soon is told so with every answer.
const tellExpiry = ({ now }: Deps, reply: FastifyReply, { session }: Credentials) => {
  const expiresAt = session?.grant?.expiresAt;
  if (expiresAt && expiresAt <= daysAfter(now(), cliLimits.noticeDays))
    reply.header(tokenExpiryHeader, expiresAt.toISOString());
};

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

const isUnauthorized = (error: unknown) => error instanceof Failure && errors[error.code].status === 401;

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
  // Their bodies were there when their callers were authenticated.
  const arrived = new WeakSet<FastifyRequest>();
  const answerOnce = openAnswerOnce();
  const costlyCalls = openCostlyCalls();
  const holdRawBody = openRawBodies();
  const writeInTurn = openWritesInTurn();
  const stoppers = openStoppers();
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
        const turn = turnOf(await stoppers.before(deps, endpoint, request), reply);
        await callsInHand.during(endpoint, turn, async () => {
          const credentials = await authenticate(deps, endpoint, request, reply).catch((error) => {
            if (turn && isUnauthorized(error)) stoppers.noteEnded(turn.stopper);
            throw error;
          });
          await limitCalls(deps, endpoint, credentials.session);
          tellExpiry(deps, reply, credentials);
          callers.set(request, toCaller(deps, endpoint, request, credentials));
          if (request.raw.complete) arrived.add(request);
          await refuseBeforeBody?.(headerOf(request));
          if (endpoint.rawBody) holdRawBody(deps, request, reply);
        });
      },
      // A body may take a minute to arrive. The caller must still be signed in then: a reset in between ends calls that are under
      // way, too.
      preValidation: async (request, reply) => {
        if (endpoint.bodyOptional) request.body ??= {};
        if (endpoint.rawBody) request.body ??= new Uint8Array();
        if (method === 'GET' || arrived.has(request) || !isSignedIn(callers.get(request))) return;
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
