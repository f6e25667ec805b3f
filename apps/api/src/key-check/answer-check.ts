// GET /v1/key-check comes before everything else that the server does: gateways call it for every request of theirs.
// A key's answer is made once; only how much is left changes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, errors } from '@ballast/contract/http/errors';
import { keyLimits } from '@ballast/contract/keys/api-keys';
import {
  type CheckedKey,
  keyCheckMessages,
  keyCheckPath,
  keyHeaders,
  rateLimitLeft,
  rateLimitPolicy,
  retryAfterSeconds,
} from '@ballast/contract/keys/key-check';
import { isRequestId } from '@ballast/contract/requests/requests';
import type { ClientAddress } from '../runtime/network/client-address.ts';
import type { KeyCheck, Verdict } from './check-key.ts';
import { openUnknownPace } from './limits/pace-unknown.ts';
import type { ActiveKey } from './lookup/key-cache.ts';
import { presentedKey, scopesInAddress } from './presented-key.ts';
import { whyRestricted } from './restrictions.ts';

type Answer = { status: number; headers: string[]; body: string };

const bodyHeaders = (body: string) => [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  'content-length',
  String(Buffer.byteLength(body)),
];

const refusal = (code: ErrorCode, message: string, headers: string[], details?: object): Answer => {
  const body = JSON.stringify({ code, message, fields: {}, details });
  const reasons = [keyHeaders.code, code, keyHeaders.message, message];
  return { status: errors[code].status, headers: [...bodyHeaders(body), ...reasons, ...headers], body };
};

const requestIdHeader = 'x-request-id';
const challenge = ['www-authenticate', 'Bearer'];
const retry = ['retry-after', String(retryAfterSeconds)];
const missing = refusal('key_unknown', keyCheckMessages.missing, challenge);
const refusals = {
  unknown: refusal('key_unknown', keyCheckMessages.unknown, challenge),
  revoked: refusal('key_revoked', keyCheckMessages.revoked, challenge),
  suspended: refusal('account_suspended', keyCheckMessages.suspended, []),
  unavailable: refusal('unavailable', keyCheckMessages.unavailable, retry),
};

// Made once for all keys, as many as the highest limit.
const left = Array.from({ length: keyLimits.maxRateLimit }, (_, remaining) => rateLimitLeft(remaining));
const limitedAnswers = new Map<number, Answer>();

const limitedAnswer = (rateLimit: number): Answer => {
  const known = limitedAnswers.get(rateLimit);
  if (known) return known;
  const made = refusal('rate_limited', keyCheckMessages.limited(rateLimit), [
    ...retry,
    'ratelimit-policy',
    rateLimitPolicy(rateLimit),
    'ratelimit',
    rateLimitLeft(0),
  ]);
  limitedAnswers.set(rateLimit, made);
  return made;
};

const answerOf = ({ keyId, name, environment, userId, rateLimit, scopes, expiresAt }: ActiveKey) => {
  const facts: CheckedKey = { keyId, name, environment, userId, rateLimit, scopes, expiresAt };
  const body = JSON.stringify(facts);
  const headers = [
    ...bodyHeaders(body),
    keyHeaders.keyId,
    keyId,
    keyHeaders.userId,
    userId,
    keyHeaders.environment,
    environment,
    'ratelimit-policy',
    rateLimitPolicy(rateLimit),
    'ratelimit',
    '',
    requestIdHeader,
    '',
  ];
  // Node writes ASCII faster when the encoding says so.
  const encoding: BufferEncoding = Buffer.byteLength(body) === body.length ? 'latin1' : 'utf8';
  return { headers, body, encoding };
};

const send = (response: ServerResponse, { status, headers, body }: Answer, requestId: string) => {
  response.writeHead(status, [...headers, requestIdHeader, requestId]);
  response.end(body);
};

const answerRefusal = (verdict: Exclude<Verdict, { outcome: 'allowed' }>): Answer => {
  switch (verdict.outcome) {
    case 'limited':
      return limitedAnswer(verdict.key.rateLimit);
    case 'expired':
    case 'address_not_allowed':
    case 'scope_missing': {
      const { code, message, details } = whyRestricted(verdict);
      return refusal(code, message, verdict.outcome === 'expired' ? challenge : [], details);
    }
    default:
      return refusals[verdict.outcome];
  }
};

const answer = (response: ServerResponse, verdict: Verdict, requestId: string) => {
  if (verdict.outcome !== 'allowed') return send(response, answerRefusal(verdict), requestId);
  const { key, remaining } = verdict;
  key.answer ??= answerOf(key);
  const { headers, body, encoding } = key.answer;
  headers[headers.length - 3] = left[remaining] ?? rateLimitLeft(remaining);
  headers[headers.length - 1] = requestId;
  response.writeHead(200, headers);
  response.end(body, encoding);
};

// Only a check that had to wait can be stale.
const answerLater = (response: ServerResponse, verdict: Verdict, requestId: string) => {
  if (verdict.outcome !== 'allowed' || verdict.staleSeconds === undefined)
    return answer(response, verdict, requestId);
  response.setHeader(keyHeaders.stale, verdict.staleSeconds);
  answer(response, verdict, requestId);
};

// Envoy appends the path of its request, and uses that one's method.
export const isKeyCheck = (url: string) =>
  url.startsWith(keyCheckPath) &&
  (url.length === keyCheckPath.length ||
    url.charCodeAt(keyCheckPath.length) === 47 ||
    url.charCodeAt(keyCheckPath.length) === 63);

export const answerKeyChecks = (keyCheck: KeyCheck, clientAddress: ClientAddress) => {
  const pace = openUnknownPace();
  const sendInPace = (
    response: ServerResponse,
    unknown: Answer,
    requestId: string,
    began: number,
    wasLookedUp = false,
  ) => {
    const isTaken = pace({
      isGone: () => response.destroyed,
      answer: (hasWaited) => {
        send(response, unknown, requestId);
        if (hasWaited || wasLookedUp) keyCheck.waited(performance.now() - began);
      },
    });
    if (isTaken) return;
    keyCheck.turnedAway();
    send(response, refusals.unavailable, requestId);
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    const { value, userAgent, forwardedFor, neededScopes, ...given } = presentedKey(request.rawHeaders);
    const requestId = isRequestId(given.requestId) ? given.requestId : crypto.randomUUID();
    if (value === null) return sendInPace(response, missing, requestId, performance.now());
    const address = clientAddress(request.socket.remoteAddress, forwardedFor);
    const inAddress = scopesInAddress(request.url ?? '');
    const verdict = keyCheck.check(value, {
      address,
      userAgent,
      neededScopes: inAddress.length ? [...inAddress, ...neededScopes] : neededScopes,
      requestId,
      request,
    });
    if (!(verdict instanceof Promise)) {
      if (verdict.outcome === 'unknown')
        return sendInPace(response, refusals.unknown, requestId, performance.now());
      return answer(response, verdict, requestId);
    }
    const began = performance.now();
    verdict.then(
      (later) => {
        if (later.outcome === 'unknown')
          return sendInPace(response, refusals.unknown, requestId, began, true);
        answerLater(response, later, requestId);
        keyCheck.waited(performance.now() - began);
      },
      () => {
        send(response, refusals.unavailable, requestId);
        keyCheck.waited(performance.now() - began);
      },
    );
  };
};
