// How often a thing may be done: strictly for one account, generously for one network address, which a whole class of
// students may share. Unknown accounts count like known ones.
import { authLimits } from '@ballast/contract/auth';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from './config.ts';
import { Failure } from './failure.ts';

type Throttle = RateLimiterMemory;
export type Throttles = ReturnType<typeof openThrottles>;

const minutes = 60;
const hours = 3600;

const perWindow = (points: number, duration: number): Throttle => new RateLimiterMemory({ points, duration });

export const openThrottles = ({ limits }: Pick<Config, 'limits'>) => ({
  // One address guessing at one account is stopped early; an account is not locked for its owner by a stranger's guesses.
  signInPerAccountAndAddress: perWindow(10, 15 * minutes),
  signInPerAccount: perWindow(50, 15 * minutes),
  signInPerAddress: perWindow(limits.signInsPerAddress, 15 * minutes),
  signUpPerAddress: perWindow(limits.signUpsPerAddress, hours),
  mailPause: perWindow(1, authLimits.resendCooldownSeconds),
  mailPerAccount: perWindow(8, hours),
  mailPerAddress: perWindow(limits.mailsPerAddress, hours),
  tokenPerAddress: perWindow(limits.tokensPerAddress, 15 * minutes),
  cliLoginPerAddress: perWindow(limits.cliLoginsPerAddress, hours),
  refreshPerSession: perWindow(30, minutes),
});

const secondsLeft = async (throttle: Throttle, key: string): Promise<number | null> => {
  try {
    await throttle.consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
};

export const consume = async (throttle: Throttle, key: string, message?: string) => {
  const retryAfterSeconds = await secondsLeft(throttle, key);
  if (retryAfterSeconds)
    throw new Failure('rate_limited', { retryAfterSeconds, ...(message ? { message } : {}) });
};

export const consumeOrBusy = async (throttle: Throttle, key: string) => {
  const retryAfterSeconds = await secondsLeft(throttle, key);
  if (retryAfterSeconds) throw new Failure('unavailable', { retryAfterSeconds });
};

// One pause of a minute between mails of a kind to one address, and a ceiling for the hour.
export const consumeMail = async (
  throttles: Throttles,
  kind: string,
  email: string,
  clientAddress: string,
) => {
  const tooSoon = 'A link was sent a moment ago. Try again in a minute.';
  await consume(throttles.mailPause, `${kind} ${email}`, tooSoon);
  await consume(throttles.mailPerAccount, email);
  await consume(throttles.mailPerAddress, clientAddress);
};
