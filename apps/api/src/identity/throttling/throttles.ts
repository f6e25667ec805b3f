// Limits how often a thing may be done: strictly for one account, generously for one network address, which a whole class of
// students may share. Unknown accounts count like known ones.
import { authLimits } from '@ballast/contract/auth/auth';
import { type CostName, costNames, costOf } from '@ballast/contract/http/costs';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../../db/connections/redis.ts';
import { Failure } from '../../runtime/failure.ts';
import { networkOf, siteOf, siteShare } from '../../runtime/network/address.ts';
import type { Channel } from '../../runtime/processes/channel.ts';
import type { TimelyPrimary } from '../../runtime/processes/primary-away.ts';
import type { Config } from '../../runtime/settings/config.ts';
import type { Pepper } from '../../secrets/pepper.ts';
import type { Actor, Visitor } from '../actor.ts';
import { openPrimaryThrottle, openTimelyThrottles, type Rule, type Throttle } from './primary-throttles.ts';

export type { Throttle };

const minutes = 60;
const hours = 3600;

const perWindow = (points: number, duration: number): Rule => ({ points, duration });
const perNetwork = (points: number, duration: number) => ({ points, duration, byNetwork: true as const });

// What each cost of the contract allows.
const costRules = Object.fromEntries(
  costNames.map((name) => [name, perWindow(costOf(name).perHour, hours)]),
) as Record<CostName, Rule>;

// All tokens of an account together.
const tokenCostRules = Object.fromEntries(
  costNames.map((name) => [`${name}OfTokens`, perWindow(2 * costOf(name).perHour, hours)]),
) as Record<`${CostName}OfTokens`, Rule>;

const rulesOf = ({ limits }: Pick<Config, 'limits'>) => ({
  // One address guessing at one account is stopped early; an account is not locked for its owner by a stranger's guesses.
  signInPerAccountAndAddress: perWindow(10, 15 * minutes),
  signInPerAccount: perWindow(50, 15 * minutes),
  // A device that has signed in before has a count of its own, which strangers cannot use up.
  signInPerDevice: perWindow(10, 15 * minutes),
  // A right password clears that count but not this one: each sign-in costs a hash. Only devices that knew the password use it
  // up, and their wrong guesses alone do not suffice for it.
  signInPerKnownAccount: perWindow(120, 15 * minutes),
  signInPerAddress: perNetwork(limits.signInsPerAddress, 15 * minutes),
  // Of that number an account that proves its own password, rightly or not, has a small part.
  passwordProofPerAccount: perNetwork(30, 15 * minutes),
  // What an owner is told of sign-ins. A stranger who uses these up has been told of that often.
  newBrowserMails: perWindow(3, 24 * hours),
  failedSignInsOfNetwork: perWindow(3, hours),
  failedSignIns: perWindow(30, 24 * hours),
  keepMails: perWindow(3, 24 * hours),
  passwordChangePerAccount: perWindow(10, hours),
  signUpPerAccountAndAddress: perWindow(10, 15 * minutes),
  signUpPerAddress: perNetwork(limits.signUpsPerAddress, hours),
  passwordCheckPerAddress: perNetwork(limits.passwordChecksPerAddress, 15 * minutes),
  mailPause: perWindow(1, authLimits.resendCooldownSeconds),
  // An owner who corrects a sign-up gets its mail, too; a stranger who repeats one sends little.
  signUpMailPause: perWindow(3, 10 * minutes),
  mailPerAccount: perWindow(8, hours),
  mailPerRecipient: perWindow(8, hours),
  mailPerRecipientAndDay: perWindow(20, 24 * hours),
  mailPerAddress: perNetwork(limits.mailsPerAddress, hours),
  tokenPerAddress: perNetwork(limits.tokensPerAddress, 15 * minutes),
  pairingPerAccount: perWindow(30, hours),
  // A tool waits for half a minute, or asks every second where there is no room to wait.
  cliPollPerRequest: perWindow(150, minutes),
  cliPollPerAddress: perNetwork(3000, minutes),
  unknownCliTokenPerAddress: perNetwork(limits.tokensPerAddress, 15 * minutes),
  cliLoginPerAddress: perNetwork(limits.cliLoginsPerAddress, hours),
  faucetPerAddress: perNetwork(limits.faucetClaimsPerAddress, 24 * hours),
  // Every visit to the sign-in page asks for one.
  passkeyOptionsPerAddress: perNetwork(limits.passkeyOptionsPerAddress, 5 * minutes),
  // What somebody shows as a second factor, or instead of a password.
  secondFactorPerAddress: perNetwork(limits.secondFactorsPerAddress, minutes),
  keyLeakPerAddress: perNetwork(limits.keyLeaksPerAddress, hours),
  copiedKeyMail: perWindow(1, hours),
  callsPerAccount: perWindow(limits.callsPerAccount, minutes),
  writesPerAccount: perWindow(limits.writesPerAccount, minutes),
  callsPerToken: perWindow(limits.callsPerAccount, minutes),
  writesPerToken: perWindow(limits.writesPerAccount, minutes),
  tokenCallsPerAccount: perWindow(2 * limits.callsPerAccount, minutes),
  tokenWritesPerAccount: perWindow(2 * limits.writesPerAccount, minutes),
  stopsPerCaller: perWindow(limits.writesPerAccount, minutes),
  callsToStopPerCaller: perWindow(60, minutes),
  // Beyond the limits of its account a session is not even looked up. Both are far above them, because signing out has no other.
  callsPerSession: perWindow(4 * limits.callsPerAccount, minutes),
  stopsPerSession: perWindow(4 * limits.callsPerAccount, minutes),
  refreshPerSession: perWindow(30, minutes),
  ...costRules,
  ...tokenCostRules,
});

// Whoever reads Redis must learn no mail address and no network from the names of its counts.
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

type Rules = ReturnType<typeof rulesOf>;
export type Throttles = {
  [Name in keyof Rules]: Rules[Name] extends { byNetwork: true } ? NetworkThrottle : Throttle;
};

export type WithThrottles = { throttles: Throttles };

export const openThrottles = (
  config: Pick<Config, 'limits'>,
  redis: RedisClient | null,
  channel: Channel | null,
  pepper: Pepper,
  log: Logger,
) => {
  const primary = channel && openTimelyThrottles(channel, log);
  return Object.fromEntries(
    Object.entries(rulesOf(config)).map(([name, { points, duration, ...kind }]) => {
      const throttle = openThrottle(name, { points, duration }, redis, primary, pepper);
      if (!('byNetwork' in kind)) return [name, throttle];
      const ofSite = { points: points * siteShare, duration };
      const site = openThrottle(`${name}:site`, ofSite, redis, primary, pepper);
      return [name, Object.assign(throttle, { site })];
    }),
  ) as Throttles;
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
// who share the network. Whoever has a session of the account elsewhere uses up nothing of its owner's here.
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
  consumeNetwork(throttles.tokenPerAddress, actor.client.address, {
    countedAs: `${countedAs(actor)}${kind} `,
  });
