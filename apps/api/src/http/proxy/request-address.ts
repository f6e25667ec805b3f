// The address that a request came from.
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

export type AddressDeps = Pick<Deps, 'clientAddress' | 'config'>;

// Several lines of the header are one list.
export const addressOf = (
  { clientAddress }: Pick<Deps, 'clientAddress'>,
  { raw, headers }: FastifyRequest,
) => {
  const forwardedFor = headers['x-forwarded-for'] ?? '';
  return clientAddress(raw.socket.remoteAddress, String(forwardedFor));
};

// For a line of the log. On the operator's socket there is none, and not every installation may keep those of people.
export const toldAddress = (deps: AddressDeps, request: FastifyRequest) => {
  const address = deps.config.logAddresses ? addressOf(deps, request) : '';
  return address ? { address } : {};
};
