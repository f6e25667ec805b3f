// The answer to a request that is no HTTP, or only half of it, has the same shape as others.
import { randomUUID } from 'node:crypto';
import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { errors, errorTexts } from '@ballast/contract/http/errors';
import type { Logger } from 'pino';
import { Failure } from '../../runtime/failure.ts';
import { closedRequestEvent } from '../answers/refusals.ts';
import { requestIdHeader } from '../observability/request-id.ts';

// A body is at most 64 KiB: what has not arrived after a minute holds a connection for nothing.
export const requestTimeoutMs = 60_000;

const notHttp = () => new Failure('malformed_request', { message: errorTexts.malformedHttp });

const failures: Record<string, () => Failure> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new Failure('request_timeout'),
  HPE_HEADER_OVERFLOW: () => new Failure('headers_too_large'),
};

const answerOf = ({ code, message, fields }: Failure, log: Logger, event = 'input_refused') => {
  const reqId = randomUUID();
  log.info({ reqId, event, code });
  const body = JSON.stringify({ code, message, fields });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [requestIdHeader]: reqId,
    connection: 'close',
  };
  return { status: errors[code].status, headers, body };
};

const asHttp = ({ status, headers, body }: ReturnType<typeof answerOf>, withBody: boolean) =>
  [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    withBody ? body : '',
  ].join('\r\n');

type HttpError = { code?: string; rawPacket?: unknown };

// The answer to HEAD has no body, also where the rest of the request cannot be read.
const isHead = ({ rawPacket }: HttpError) =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';

// Nothing may be written into an answer that has begun: the client would take it for a part of that one.
const hasBegunAnswer = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }) =>
  Boolean(socket._httpMessage?.headersSent);

export const answerMalformedHttp = (log: Logger) => (error: HttpError, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy();
    return;
  }
  const failure = failures[error.code ?? '']?.() ?? notHttp();
  // The caller ended its side in the middle of a request, and may still read an answer.
  const event = error.code === 'HPE_INVALID_EOF_STATE' ? closedRequestEvent : undefined;
  socket.end(asHttp(answerOf(failure, log, event), !isHead(error)), () => socket.destroy());
};

// HTTP/1.1 demands a Host. Node would refuse a request without one, and one with an unknown Expect, by an empty answer.
export const createHttpServer = (options: http.ServerOptions, log: Logger, handle: RequestListener) => {
  const listener: RequestListener = (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') return handle(request, response);
    const { status, headers, body } = answerOf(notHttp(), log);
    response.writeHead(status, headers).end(body);
  };
  return http
    .createServer({ ...options, requestTimeout: requestTimeoutMs, requireHostHeader: false }, listener)
    .on('checkExpectation', listener);
};
