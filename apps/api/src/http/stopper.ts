// Who stops something, and with whom they share their turn (stops-in-turn.ts).
import type { Endpoint } from '@ballast/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { stopsAtOnce } from '../db/limits.ts';
import type { Actor, Visitor } from '../identity/actor.ts';
import type { Deps } from '../runtime/deps.ts';
import { networkOf, siteOf } from '../runtime/network/address.ts';
import { bearerToken } from './authenticate.ts';
import type { Stopper } from './stops-in-turn.ts';

const stopperOf = (account: string, caller: string): Stopper => ({ group: account, caller, atOnce: 1 });

// Before a session is looked up its token says whose it is. That of a command line does not.
export const stopperBefore = async (deps: Deps, { stops, auth }: Endpoint, request: FastifyRequest) => {
  const token = stops && auth !== 'public' ? bearerToken(request) : null;
  if (!token) return null;
  const claims = await deps.accessTokens.read(token, deps.now());
  return claims ? stopperOf(claims.userId, claims.sessionId) : stopperOf(token, token);
};

export const stopperOfCall = ({ stops }: Endpoint, actor: Visitor | Actor): Stopper | null => {
  if (!stops) return null;
  if ('user' in actor) return stopperOf(actor.user.id, actor.sessionId);
  const { address } = actor.client;
  return { group: 'strangers', caller: siteOf(address) ?? networkOf(address), atOnce: stopsAtOnce - 1 };
};
