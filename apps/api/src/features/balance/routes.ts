// GET /v1/balance: what a sandbox key is good for. It is checked and counted like any request that a gateway asks about.
import {
  type Balance,
  getBalance,
  keyCheckMessages,
  rateLimitLeft,
  rateLimitPolicy,
  retryAfterSeconds,
} from '@ballast/contract/key-check';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { sandboxBalance } from '../../faucet/ledger.ts';
import type { Verdict } from '../../key-check/check-key.ts';
import type { ActiveKey } from '../../key-check/key-cache.ts';
import { presentedKey } from '../../key-check/presented-key.ts';

const refuse = (verdict: Exclude<Verdict, { outcome: 'allowed' }>): Failure => {
  switch (verdict.outcome) {
    case 'unknown':
      return new Failure('key_unknown', { message: keyCheckMessages.unknown });
    case 'revoked':
      return new Failure('key_revoked', { message: keyCheckMessages.revoked });
    case 'limited':
      return new Failure('rate_limited', {
        message: keyCheckMessages.limited(verdict.key.rateLimit),
        retryAfterSeconds,
      });
    case 'unavailable':
      return new Failure('unavailable', { message: keyCheckMessages.unavailable, retryAfterSeconds });
  }
};

const checkedKeyOf = async (deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<ActiveKey> => {
  const { value, userAgent } = presentedKey(request.raw.rawHeaders);
  if (value === null) throw new Failure('key_unknown', { message: keyCheckMessages.missing });
  const verdict = await deps.keyCheck.check(value, request.ip, userAgent);
  if (verdict.outcome === 'allowed' || verdict.outcome === 'limited') {
    const remaining = verdict.outcome === 'allowed' ? verdict.remaining : 0;
    reply.header('ratelimit-policy', rateLimitPolicy(verdict.key.rateLimit));
    reply.header('ratelimit', rateLimitLeft(remaining));
  }
  if (verdict.outcome !== 'allowed') throw refuse(verdict);
  return verdict.key;
};

export const balanceRoutes = (app: FastifyInstance, deps: Deps) => {
  const schema = { response: { 200: getBalance.reply } };
  app.get(`/v1${getBalance.path}`, { schema }, async (request, reply): Promise<Balance> => {
    const key = await checkedKeyOf(deps, request, reply);
    if (key.environment !== 'SANDBOX')
      throw new Failure('only_for_sandbox', { message: keyCheckMessages.sandboxOnly });
    reply.header('cache-control', 'no-store');
    const balance = deps.faucet.kind === 'LEDGER' ? await sandboxBalance(deps.db, key.userId) : null;
    return { balance, token: deps.config.tokenSymbol };
  });
};
