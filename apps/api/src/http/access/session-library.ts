// The dialect of the session library: its own names for codes and statuses.
import { authMessages } from '@ballast/contract/auth/auth';
import { sessionLibraryCodes, sessionLibraryStatuses } from '@ballast/contract/auth/session';
import { roots, sessionLibraryPath } from '@ballast/contract/http/endpoint';
import { type ErrorCode, errors } from '@ballast/contract/http/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Failure } from '../../runtime/failure.ts';

const prefix = `${roots.portal}${sessionLibraryPath}/`;

export const isSessionLibraryCall = (request: FastifyRequest) => request.url.startsWith(prefix);

export const addSessionLibraryHeader = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    if (isSessionLibraryCall(request)) reply.header('x-supabase-api-version', '2024-01-01');
  });
};

const codes: Partial<Record<ErrorCode, string>> = sessionLibraryCodes;
const statuses: Partial<Record<ErrorCode, number>> = sessionLibraryStatuses;

export const statusOf = ({ code }: Failure, request: FastifyRequest) =>
  (isSessionLibraryCall(request) ? statuses[code] : undefined) ?? errors[code].status;

const weaknessOf = (message: string) => (message === authMessages.passwordRule ? 'characters' : 'pwned');

export const sessionLibraryBody = ({ code: ownCode, message }: Failure) => {
  const code = codes[ownCode] ?? ownCode;
  return {
    code,
    error_code: code,
    msg: message,
    ...(code === 'weak_password' ? { weak_password: { reasons: [weaknessOf(message)] } } : {}),
  };
};
