// The one place where an error becomes an answer: { code, message, fields } with the status of its code.
import { type ErrorCode, errors, errorTexts } from '@ballast/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from './db/database-away.ts';
import { Failure } from './failure.ts';
import { isAuthLibraryPath } from './mount.ts';

const fastifyFailures: Record<string, () => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Failure('unsupported_media_type'),
};

const toFailure = (error: FastifyError | Failure): Failure => {
  if (error instanceof Failure) return error;
  const known = fastifyFailures[error.code];
  if (known) return known();
  if (isDatabaseAway(error)) return new Failure('unavailable', { retryAfterSeconds: 5 });
  if (error.statusCode && error.statusCode < 500) {
    return new Failure('malformed_request', { message: errorTexts.malformedJson });
  }
  return new Failure('internal');
};

// The session library's names for what the portal names otherwise.
const libraryCodes: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'over_request_rate_limit',
  malformed_request: 'bad_json',
  internal: 'unexpected_failure',
};

const bodyOf = (failure: Failure, request: FastifyRequest) => {
  const body = {
    code: failure.code,
    message: failure.message,
    fields: failure.fields,
    ...failure.body,
  };
  if (!isAuthLibraryPath(request.url)) return body;
  const code = libraryCodes[failure.code] ?? failure.code;
  return {
    ...body,
    code,
    error_code: code,
    msg: failure.message,
    ...(code === 'weak_password' ? { weak_password: { reasons: ['characters'] } } : {}),
  };
};

const logFault = (error: Error, code: ErrorCode, request: FastifyRequest) => {
  if (errors[code].status >= 500) request.log.error({ err: error }, 'request failed');
};

const answer = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => {
  if (failure.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds);
  return reply
    .code(errors[failure.code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOf(failure, request));
};

export const handleErrors = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    const failure = toFailure(error);
    if (failure !== error) logFault(error, failure.code, request);
    return answer(failure, request, reply);
  });
};

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answer(new Failure('not_found'), request, reply);
