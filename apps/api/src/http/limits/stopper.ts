// The caller of a call that stops something, and the group that shares its turn (stops-in-turn.ts).
import type { Endpoint } from '@ballast/contract/http/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Visitor } from '../../identity/actor.ts';
import { networkOf, siteOf } from '../../runtime/network/address.ts';
import { stopsAtOnce } from '../../runtime/settings/database-limits.ts';
import { bearerToken } from '../access/authenticate.ts';
import type { Deps } from '../deps.ts';
import type { Stopper } from './stops-in-turn.ts';

const stopperOf = (group: string, caller: string): Stopper => ({ group, caller, atOnce: 1 });

// A token outlives its session by up to an hour. Ended sessions share one turn, and not their account's.
const mostEnded = 10_000;

export const openStoppers = () => {
  const ended = new Set<string>();
  return {
    // A session's token says whose it is before it is looked up; a command line's token does not.
    before: async (deps: Deps, { stops, auth }: Endpoint, request: FastifyRequest) => {
      const token = stops && auth !== 'public' ? bearerToken(request) : null;
      if (!token) return null;
      const claims = await deps.accessTokens.read(token, deps.now());
      if (!claims) return stopperOf(token, token);
      const { userId, sessionId } = claims;
      return { ...stopperOf(ended.has(sessionId) ? 'ended sessions' : userId, sessionId), sessionId };
    },
    // A token that names no session is not remembered: anybody can make one, of any length.
    noteEnded: ({ sessionId }: Stopper) => {
      if (!sessionId) return;
      const [oldest] = ended;
      if (ended.size >= mostEnded && oldest) ended.delete(oldest);
      ended.add(sessionId);
    },
  };
};

export const stopperOfCall = ({ stops }: Endpoint, actor: Visitor | Actor): Stopper | null => {
  if (!stops) return null;
  if ('user' in actor) return stopperOf(actor.user.id, actor.sessionId);
  const { address } = actor.client;
  return { group: 'strangers', caller: siteOf(address) ?? networkOf(address), atOnce: stopsAtOnce - 1 };
};
