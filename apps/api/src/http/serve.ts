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
import { requireFresh, requireScope } from './access/requirements.ts';
import { type Download, sendDownload } from './answers/send-download.ts';
import type { Call, Options, Serve } from './call.ts';
import type { Deps } from './deps.ts';
import { type Once, openAnswerOnce } from './idempotency/answer-once.ts';
import { openCostlyCalls } from './limits/costly-calls.ts';
import { openWritesInTurn } from './limits/lanes.ts';
import { limitCalls } from './limits/limit-calls.ts';
import { openStoppers, stopperOfCall } from './limits/stopper.ts';
import type { Stopper } from './limits/stops-in-turn.ts';
import { mountRaw, openRawBodies } from './requests/raw-bodies.ts';

// Every answer to a token that expires soon says so.
const announceExpiry = ({ now }: Deps, reply: FastifyReply, { session }: Credentials) => {
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
const refuseOtherRoots = (roots: readonly Root[], endpoint: Endpoint) => {
  if (!roots.includes(endpoint.root ?? 'portal'))
    throw new Error(`${endpoint.method} ${routeOf(endpoint)} does not belong on this server`);
};

// The state that all endpoints of a server share.
const openShared = (app: FastifyInstance, { callsInHand }: Deps) => {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const callers = new WeakMap<FastifyRequest, Caller>();
  const goneOf = (reply: FastifyReply) => () => AbortSignal.any([hangUpOf(reply), stopping.signal]);
  const turnOf = (stopper: Stopper | null, reply: FastifyReply) =>
    stopper && { stopper, gone: goneOf(reply) };
  return {
    callsInHand,
    callers,
    // The requests whose bodies were there when their callers were authenticated.
    arrived: new WeakSet<FastifyRequest>(),
    answerOnce: openAnswerOnce(),
    costlyCalls: openCostlyCalls(),
    holdRawBody: openRawBodies(),
    writeInTurn: openWritesInTurn(),
    stoppers: openStoppers(),
    goneOf,
    turnOf,
    turnOfCall: (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
      const caller = callers.get(request);
      return turnOf(caller ? stopperOfCall(endpoint, caller.actor) : null, reply);
    },
  };
};

type Served = {
  endpoint: Endpoint;
  handle: (call: Call<Endpoint> & { once: Once }) => unknown;
  options: Options<Endpoint>;
  deps: Deps;
  shared: ReturnType<typeof openShared>;
};
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const openAdmission =
  ({ endpoint, options, deps, shared }: Served): Hook =>
  async (request, reply) => {
    const { callsInHand, stoppers, callers, arrived } = shared;
    callsInHand.refuseTooMany(endpoint);
    const turn = shared.turnOf(await stoppers.before(deps, endpoint, request), reply);
    await callsInHand.during(endpoint, turn, async () => {
      const credentials = await authenticate(deps, endpoint, request, reply).catch((error) => {
        if (turn && isUnauthorized(error)) stoppers.noteEnded(turn.stopper);
        throw error;
      });
      await limitCalls(deps, endpoint, credentials.session);
      announceExpiry(deps, reply, credentials);
      callers.set(request, toCaller(deps, endpoint, request, credentials));
      if (request.raw.complete) arrived.add(request);
      await options.refuseBeforeBody?.(headerOf(request));
      if (endpoint.rawBody) shared.holdRawBody(deps, request, reply);
    });
  };

// A body may take a minute to arrive. The caller must still be signed in then: a reset in between also ends calls under way.
const openReadmission =
  ({ endpoint, deps, shared }: Served): Hook =>
  async (request, reply) => {
    const { callsInHand, callers, arrived } = shared;
    if (endpoint.bodyOptional) request.body ??= {};
    if (endpoint.rawBody) request.body ??= new Uint8Array();
    if (endpoint.method === 'GET' || arrived.has(request) || !isSignedIn(callers.get(request))) return;
    const credentials = await callsInHand.during(endpoint, shared.turnOfCall(endpoint, request, reply), () =>
      authenticate(deps, endpoint, request, reply),
    );
    callers.set(request, toCaller(deps, endpoint, request, credentials));
  };

const openAnswer = ({ endpoint, handle, options, deps, shared }: Served) => {
  const { headers = {}, refuseFirst, needsProof, environmentsOf, refuseCaller, isCostly } = options;
  const { status = 200, download } = endpoint;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = shared.callers.get(request);
    const call = {
      params: request.params,
      query: request.query,
      body: request.body,
      ...caller,
      deps,
      cookies: cookiesOf(request, reply),
      getHeader: headerOf(request),
      setHeader: (name: string, value: string) => void reply.header(name, value),
      gone: shared.goneOf(reply),
    } as unknown as Call<Endpoint>;
    const actor = call.actor as Actor;
    // Before an earlier answer is repeated: it may have been given to another caller of the same account.
    if (environmentsOf && isCommandLine(caller)) requireScope(endpoint, actor, await environmentsOf(call));
    await refuseCaller?.(call);
    // A costly call keeps its place until it is done.
    let leave = () => {};
    const doWork = async (once: (wantsProof: boolean) => Once) => {
      await refuseFirst?.(call);
      const wantsProof = endpoint.fresh !== undefined && (!needsProof || (await needsProof(call)));
      if (wantsProof) await requireFresh(deps, actor);
      const costly = endpoint.cost && (!isCostly || (await isCostly(call)));
      if (endpoint.cost && costly)
        leave = await shared.costlyCalls.enter(deps, endpoint.cost, actor, call.gone, costly !== 'in turn');
      return shared.writeInTurn(endpoint, actor, call.gone, () =>
        offerToKeep(deps, () => handle({ ...call, once: once(wantsProof) })),
      );
    };
    const result = await shared.answerOnce(deps, endpoint, request, reply, actor, doWork).catch((error) => {
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
};

export const createServe = (app: FastifyInstance, portal: Deps, roots: readonly Root[]): Serve => {
  const shared = openShared(app, portal);
  return (endpoint, handle, ...[options = {}]) => {
    refuseUnlisted(endpoint);
    refuseOtherRoots(roots, endpoint);
    // What stops something has database connections of its own.
    const deps = endpoint.stops ? { ...portal, db: portal.stopDb } : portal;
    const served = { endpoint, handle, options, deps, shared } as unknown as Served;
    const answer = openAnswer(served);
    const route: RouteOptions = {
      method: endpoint.method,
      url: routeOf(endpoint),
      schema: schemaOf(endpoint),
      onRequest: openAdmission(served),
      preValidation: openReadmission(served),
      handler: (request, reply) =>
        endpoint.waits
          ? answer(request, reply)
          : shared.callsInHand.during(endpoint, shared.turnOfCall(endpoint, request, reply), () =>
              answer(request, reply),
            ),
    };
    if (endpoint.rawBody) mountRaw(app, deps, route, endpoint.rawBody);
    else app.route(route);
  };
};
