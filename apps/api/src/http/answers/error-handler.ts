// The one place where an error becomes an answer: { code, message, fields } with the status of its code.
import { errors, errorTexts } from '@ballast/contract/http/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../../db/connections/database-away.ts';
import { isConflict } from '../../db/error-codes.ts';
import { Failure } from '../../runtime/failure.ts';
import { isSessionLibraryCall, sessionLibraryBody, statusOf } from '../access/session-library.ts';
import type { AddressDeps } from '../proxy/request-address.ts';
import { logClosedRequest, logRefusal } from './refusals.ts';

const fastifyFailures: Record<string, (request: FastifyRequest) => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    new Failure('body_too_large', { message: errorTexts.bodyLargerThan(routeOptions.bodyLimit) }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Failure('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Failure('malformed_request', { message: errorTexts.wrongLength }),
};

const toFailure = (error: FastifyError | Failure, request: FastifyRequest): Failure => {
  if (error instanceof Failure) return error;
  const known = fastifyFailures[error.code];
  if (known) return known(request);
  if (isConflict(error)) return new Failure('unavailable', { retryAfterSeconds: 1 });
  if (isDatabaseAway(error)) return new Failure('unavailable', { retryAfterSeconds: 5 });
  if (error.statusCode && error.statusCode < 500) {
    return new Failure('malformed_request', { message: errorTexts.malformedJson });
  }
  return new Failure('internal');
};

const bodyOf = (failure: Failure, request: FastifyRequest) => ({
  code: failure.code,
  message: failure.message,
  fields: failure.fields,
  ...failure.body,
  ...(isSessionLibraryCall(request) ? sessionLibraryBody(failure) : {}),
});

const answer = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => {
  if (failure.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds);
  return reply
    .code(statusOf(failure, request))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOf(failure, request));
};

// The caller went away before the whole body had arrived. Node reports it with the code that a lost database has, too.
const hasHungUp = (error: Error, { raw }: FastifyRequest) => raw.errored === error;

// nginx has the same number for an answer that nobody reads.
const closedRequestStatus = 499;

export const handleErrors = (app: FastifyInstance, deps: AddressDeps) => {
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    if (hasHungUp(error, request)) {
      logClosedRequest(deps, request);
      return reply.code(closedRequestStatus).send();
    }
    const failure = toFailure(error, request);
    if (failure !== error && errors[failure.code].status >= 500)
      request.log.error({ err: error }, 'request failed');
    logRefusal(deps, failure, request);
    return answer(failure, request, reply);
  });
};

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answer(new Failure('no_such_route'), request, reply);
