import { cleanLine } from '@ballast/contract/characters';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { readOperatorNames } from '@ballast/contract/operator/operator';
import type { FastifyRequest } from 'fastify';
import { type Client, operatorNamed, type Visitor } from '../../identity/actor.ts';
import type { ActiveKey } from '../../key-check/lookup/key-cache.ts';
import type { Deps } from '../deps.ts';
import { addressOf } from '../proxy/request-address.ts';
import type { Credentials } from './authenticate.ts';

const maxUserAgentLength = 400;

const clientOf = (deps: Deps, request: FastifyRequest): Client => {
  const address = addressOf(deps, request);
  // The server itself speaks plain http: under an https address a proxy forwards every call, with or without the header.
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || deps.config.publicUrl.startsWith('https:');
  return {
    address,
    userAgent: cleanLine(request.headers['user-agent'] ?? '', maxUserAgentLength),
    behindUnknownProxy: forwarded && address === deps.clientAddress(request.socket.remoteAddress, ''),
  };
};

export type Caller = { actor: Visitor; key: ActiveKey | null };

const operatorOf = (request: FastifyRequest) => {
  const { name, as } = readOperatorNames(request.headers);
  return operatorNamed(name, as);
};

export const toCaller = (
  deps: Deps,
  { auth }: Endpoint,
  request: FastifyRequest,
  { session, key }: Credentials,
): Caller => ({
  actor: auth === 'operator' ? operatorOf(request) : { client: clientOf(deps, request), ...session },
  key,
});

export const isSignedIn = (caller: Caller | undefined) => caller !== undefined && 'user' in caller.actor;

export const isCommandLine = (caller: Caller | undefined) =>
  caller !== undefined && 'grant' in caller.actor && caller.actor.grant !== null;
