// How often a thing may be done by one address or account.
import { authLimits } from '@ballast/contract/auth';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from './failure.ts';

export type Throttles = ReturnType<typeof openThrottles>;

export const openThrottles = () => ({
  verificationMail: new RateLimiterMemory({ points: 1, duration: authLimits.resendCooldownSeconds }),
});

export const consume = async (throttle: RateLimiterMemory, key: string, message?: string) => {
  try {
    await throttle.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new Failure('rate_limited', { retryAfterSeconds, ...(message ? { message } : {}) });
  }
};
