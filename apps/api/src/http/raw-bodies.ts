// A raw body may be large, and is held until its signature is checked. Only so many are held at once, and few of one network,
// so that strangers can neither fill the memory nor take every place.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../runtime/deps.ts';
import { networkOf } from '../runtime/network/address.ts';
import { Failure } from './failure.ts';
import { addressOf } from './request-address.ts';

const limits = { atOnce: 32, perNetwork: 4 } as const;

const retryAfterSeconds = 5;

export const openRawBodies = () => {
  const networks = new Map<string, number>();
  let held = 0;

  const release = (network: string) => {
    held -= 1;
    const left = (networks.get(network) ?? 1) - 1;
    if (left === 0) networks.delete(network);
    else networks.set(network, left);
  };

  // Before the first byte of the body is read, until its answer is sent or the caller hangs up.
  return (deps: Deps, request: FastifyRequest, reply: FastifyReply) => {
    const network = networkOf(addressOf(deps, request));
    const ofNetwork = networks.get(network) ?? 0;
    if (held >= limits.atOnce || ofNetwork >= limits.perNetwork)
      throw new Failure('unavailable', { retryAfterSeconds });
    held += 1;
    networks.set(network, ofNetwork + 1);
    reply.raw.once('close', () => release(network));
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
