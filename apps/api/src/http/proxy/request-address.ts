// The address that a request came from.
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

export type AddressDeps = Pick<Deps, 'clientAddress' | 'config'>;

export const addressOf = (
  { clientAddress }: Pick<Deps, 'clientAddress'>,
  { raw, headers }: FastifyRequest,
) => {
  const forwardedFor = headers['x-forwarded-for'] ?? '';
  return clientAddress(raw.socket.remoteAddress, String(forwardedFor));
};

// The operator's socket has no address, and not every installation may log those of people.
export const loggedAddress = (deps: AddressDeps, request: FastifyRequest) => {
  const address = deps.config.logAddresses ? addressOf(deps, request) : '';
  return address ? { address } : {};
};
