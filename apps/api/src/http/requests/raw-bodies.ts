// A raw body may be large, and is held until its signature is checked. Few are held at once, fewer of one network, and each must
// arrive soon, so that strangers can neither fill the memory nor take every place.
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Failure } from '../../runtime/failure.ts';
import { openNetworkTally } from '../../runtime/network/network-tally.ts';
import { secondsAfter } from '../../runtime/times.ts';
import type { Deps } from '../deps.ts';
import { addressOf } from '../proxy/request-address.ts';

const limits = { atOnce: 32, perNetwork: 4, arrivesInSeconds: 5 } as const;

const retryAfterSeconds = 5;

export const openRawBodies = () => {
  const ofNetwork = openNetworkTally(limits.perNetwork, limits.atOnce);
  let held = 0;

  // Before the first byte of the body is read, until its answer is sent or the caller hangs up.
  return (deps: Deps, request: FastifyRequest, reply: FastifyReply) => {
    const address = addressOf(deps, request);
    if (held >= limits.atOnce || !ofNetwork.hasRoom(address))
      throw new Failure('unavailable', { retryAfterSeconds });
    held += 1;
    ofNetwork.add(address);
    reply.raw.once('close', () => {
      held -= 1;
      ofNetwork.remove(address);
    });
  };
};

const lookEveryMs = 250;

const inTime = (deps: Deps, reply: FastifyReply, body: Readable) => {
  const arriving = new PassThrough();
  const latest = secondsAfter(deps.now(), limits.arrivesInSeconds);
  const look = setInterval(() => {
    if (deps.now() < latest) return;
    body.unpipe(arriving);
    reply.header('connection', 'close');
    arriving.destroy(new Failure('request_timeout', { retryAfterSeconds }));
  }, lookEveryMs);
  arriving.once('close', () => clearInterval(look));
  body.once('error', (error) => arriving.destroy(error));
  return body.pipe(arriving);
};

// Only within its own scope does a route take a body as it came.
export const mountRaw = (
  app: FastifyInstance,
  deps: Deps,
  route: RouteOptions,
  { limitBytes }: { limitBytes: number },
) =>
  app.register((scope, _, done) => {
    scope.addHook('preParsing', async (_request, reply, body) => inTime(deps, reply, body as Readable));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.route({ ...route, bodyLimit: limitBytes });
    done();
  });
