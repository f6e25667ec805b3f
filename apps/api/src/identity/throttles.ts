// Limits how often a thing may be done: strictly for one account, generously for one network address, which a whole class of
// students may share. Unknown accounts count like known ones.
import { authLimits } from '@ballast/contract/auth';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { Failure } from '../http/failure.ts';
import { networkOf } from '../network/address.ts';
import type { Config } from '../runtime/config.ts';
import type { Visitor } from './actor.ts';

type Throttle = RateLimiterAbstract;

const minutes = 60;
const hours = 3600;

type Rule = { points: number; duration: number };
const perWindow = (points: number, duration: number): Rule => ({ points, duration });

const rulesOf = ({ limits }: Pick<Config, 'limits'>) => ({
  // One address guessing at one account is stopped early; an account is not locked for its owner by a stranger's guesses.
  signInPerAccountAndAddress: perWindow(10, 15 * minutes),
  signInPerAccount: perWindow(50, 15 * minutes),
  // A device that has signed in before has a count of its own, which strangers cannot use up.
  signInPerDevice: perWindow(10, 15 * minutes),
  signInPerAddress: perWindow(limits.signInsPerAddress, 15 * minutes),
  passwordChangePerAccount: perWindow(10, hours),
  signUpPerAccountAndAddress: perWindow(10, 15 * minutes),
  signUpPerAddress: perWindow(limits.signUpsPerAddress, hours),
  mailPause: perWindow(1, authLimits.resendCooldownSeconds),
  mailPerAccount: perWindow(8, hours),
  mailPerAddress: perWindow(limits.mailsPerAddress, hours),
  tokenPerAddress: perWindow(limits.tokensPerAddress, 15 * minutes),
  pairingPerAccount: perWindow(30, hours),
  cliLoginPerAddress: perWindow(limits.cliLoginsPerAddress, hours),
  refreshPerSession: perWindow(30, minutes),
});

// The counts are shared through Redis where there is one; while it is away each process counts for itself.
const openThrottle = (name: string, rule: Rule, redis: Redis | null): Throttle => {
  const memory = new RateLimiterMemory(rule);
  if (!redis) return memory;
  return new RateLimiterRedis({
    ...rule,
    storeClient: redis,
    keyPrefix: `ballast:${name}`,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
};

export type Throttles = Record<keyof ReturnType<typeof rulesOf>, Throttle>;

type WithThrottles = { throttles: Throttles };

export const openThrottles = (config: Pick<Config, 'limits'>, redis: Redis | null) =>
  Object.fromEntries(
    Object.entries(rulesOf(config)).map(([name, rule]) => [name, openThrottle(name, rule, redis)]),
  ) as Throttles;

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

// What a network does together. Every limit per address counts in this way.
export const consumeByNetwork = (throttle: Throttle, { client }: Visitor) =>
  consume(throttle, networkOf(client.address));

// A guess at a token, a link or a code counts against the network that it came from.
export const consumeToken = ({ throttles }: WithThrottles, actor: Visitor) =>
  consumeByNetwork(throttles.tokenPerAddress, actor);

// Mails of one kind to one address are a minute apart, and limited per hour.
export const consumeMail = async (
  { throttles }: WithThrottles,
  actor: Visitor,
  kind: string,
  email: string,
) => {
  const tooSoon = 'A link was sent a moment ago. Try again in a minute.';
  await consume(throttles.mailPause, `${kind} ${email}`, tooSoon);
  await consume(throttles.mailPerAccount, email);
  await consumeByNetwork(throttles.mailPerAddress, actor);
};
