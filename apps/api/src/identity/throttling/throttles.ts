// Limits how often a thing may be done: strictly for one account, generously for one network address, which a whole class of
// students may share. Unknown accounts count like known ones.
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../../db/connections/redis.ts';
import { Failure } from '../../runtime/failure.ts';
import { networkOf, siteOf, siteShare } from '../../runtime/network/address.ts';
import type { AskedPrimary, TimelyPrimary } from '../../runtime/processes/primary-away.ts';
import type { Config } from '../../runtime/settings/config.ts';
import type { Pepper } from '../../secrets/pepper.ts';
import type { Actor, Visitor } from '../actor.ts';
import { tokenPerAddress } from './limits.ts';
import { openPrimaryThrottle, openTimelyThrottles, type Rule, type Throttle } from './primary-throttles.ts';
import type { NetworkRule, ThrottleRule } from './rules.ts';

export type { Throttle };

// A reader of Redis must not learn mail addresses or networks from the names of its counts.
const withHashedKeys = (throttle: Throttle, pepper: Pepper): Throttle => {
  const hashed = (key: string | number) => pepper.hash('throttle', String(key)).bytes.toString('base64url');
  return {
    points: throttle.points,
    duration: throttle.duration,
    consume: (key, points) => throttle.consume(hashed(key), points),
    get: (key) => throttle.get(hashed(key)),
    set: (key, points, seconds) => throttle.set(hashed(key), points, seconds),
    delete: (key) => throttle.delete(hashed(key)),
  };
};

// The counts are shared through Redis where there is one; while it is away each process counts for itself. The processes of one
// port can do without: their primary counts for them.
const openThrottle = (
  name: string,
  rule: Rule,
  redis: RedisClient | null,
  primary: TimelyPrimary | null,
  pepper: Pepper,
): Throttle => {
  if (!redis && primary) return openPrimaryThrottle(primary, name, rule);
  const memory = new RateLimiterMemory(rule);
  if (!redis) return memory;
  const shared = new RateLimiterRedis({
    ...rule,
    storeClient: redis,
    keyPrefix: `ballast:${name}`,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
  return withHashedKeys(shared, pepper);
};

// `site` counts the /48 of an IPv6 address, to which many networks belong.
export type NetworkThrottle = Throttle & { site: Throttle };

export type Throttles = {
  of(rule: NetworkRule): NetworkThrottle;
  of(rule: ThrottleRule): Throttle;
};

export type WithThrottles = { throttles: Throttles };

export const openThrottles = (
  { limits }: Pick<Config, 'limits'>,
  redis: RedisClient | null,
  channel: AskedPrimary | null,
  pepper: Pepper,
  log: Logger,
): Throttles => {
  const primary = channel && openTimelyThrottles(channel, log);
  const opened = new Map<string, NetworkThrottle | Throttle>();

  const openOne = (rule: ThrottleRule | NetworkRule) => {
    const { name, duration } = rule;
    const points = typeof rule.points === 'number' ? rule.points : rule.points(limits);
    const throttle = openThrottle(name, { points, duration }, redis, primary, pepper);
    if (!('byNetwork' in rule)) return throttle;
    const ofSite = { points: points * siteShare, duration };
    const site = openThrottle(`${name}:site`, ofSite, redis, primary, pepper);
    return Object.assign(throttle, { site });
  };

  const of = (rule: ThrottleRule | NetworkRule) => {
    const throttle = opened.get(rule.name) ?? openOne(rule);
    opened.set(rule.name, throttle);
    return throttle;
  };
  return { of } as Throttles;
};

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

// Counts one more, and says for how long it is too many.
export const secondsLeft = async (throttle: Throttle, key: string): Promise<number | null> => {
  try {
    await throttle.consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return secondsOf(refusal);
  }
};

export const consume = async (throttle: Throttle, key: string, message?: string) => {
  const retryAfterSeconds = await secondsLeft(throttle, key);
  if (retryAfterSeconds)
    throw new Failure('rate_limited', { retryAfterSeconds, ...(message ? { message } : {}) });
};

export const mayTell = async (throttle: Throttle, key: string) => (await secondsLeft(throttle, key)) === null;

// This counts nothing.
const refuseUsedUp = async (throttle: Throttle, key: string) => {
  const count = await throttle.get(key);
  if (!count || count.remainingPoints > 0) return;
  throw new Failure('rate_limited', { retryAfterSeconds: secondsOf(count) });
};

export const consumeOrBusy = async (throttle: Throttle, key: string) => {
  const retryAfterSeconds = await secondsLeft(throttle, key);
  if (retryAfterSeconds) throw new Failure('unavailable', { retryAfterSeconds });
};

// Every limit per address counts what a network does together. A network that is refused uses up nothing of its site.
export const consumeNetwork = async (
  throttle: NetworkThrottle,
  address: string,
  { countedAs = '', message }: { countedAs?: string; message?: string | undefined } = {},
) => {
  await consume(throttle, `${countedAs}${networkOf(address)}`, message);
  const site = siteOf(address);
  if (site) await consume(throttle.site, `${countedAs}${site}`, message);
};

export const refuseUsedUpNetwork = async (throttle: NetworkThrottle, address: string) => {
  await refuseUsedUp(throttle, networkOf(address));
  const site = siteOf(address);
  if (site) await refuseUsedUp(throttle.site, site);
};

export const isSignedIn = (actor: Visitor): actor is Actor => 'user' in actor;

// What many accounts of one network do together, where that is dear: passwords to hash, mails to others, tokens that are given
// away. Those who are signed in count apart: a stranger in the same network must not stop their next step.
export const consumeByNetwork = (throttle: NetworkThrottle, actor: Visitor, message?: string) =>
  consumeNetwork(throttle, actor.client.address, {
    countedAs: isSignedIn(actor) ? 'signed in ' : '',
    message,
  });

// Everything else counts for the account of somebody who is signed in: anybody can sign up, and must use up nothing of those
// who share the network. A session of the account elsewhere uses up nothing of its owner's here.
const countedAs = (actor: Visitor) => (isSignedIn(actor) ? `account ${actor.user.id} ` : '');

export const consumeByCaller = (throttle: NetworkThrottle, actor: Visitor) =>
  consumeNetwork(throttle, actor.client.address, { countedAs: countedAs(actor) });

// A guess at a token, a link or a code counts against the network or the account that it came from. Each kind counts apart:
// guesses at one must not stop the owner who follows a link of another.
type TokenKind =
  | 'provider'
  | 'not me'
  | 'keep account'
  | 'change of address'
  | 'password'
  | 'code exchange'
  | 'library link'
  | 'verification'
  | 'command line';

export const consumeToken = ({ throttles }: WithThrottles, actor: Visitor, kind: TokenKind) =>
  consumeNetwork(throttles.of(tokenPerAddress), actor.client.address, {
    countedAs: `${countedAs(actor)}${kind} `,
  });
