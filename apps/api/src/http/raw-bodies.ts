// A raw body may be large, and is held until its signature is checked. Only so many are held at once, and few of one network,
// so that strangers can neither fill the memory nor take every place.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../runtime/deps.ts';
import { openNetworkTally } from '../runtime/network/network-tally.ts';
import { Failure } from './failure.ts';
import { addressOf } from './request-address.ts';

const limits = { atOnce: 32, perNetwork: 4 } as const;

const retryAfterSeconds = 5;

export const openRawBodies = () => {
  const ofNetwork = openNetworkTally(limits.perNetwork);
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

// Only within its own scope does a route take a body as it came.
export const mountRaw = (app: FastifyInstance, route: RouteOptions, { limitBytes }: { limitBytes: number }) =>
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.route({ ...route, bodyLimit: limitBytes });
    done();
  });
