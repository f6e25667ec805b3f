// Redis or Valkey has the limits that processes share. It may be away or fail over, so nothing waits long for it.
import { once } from 'node:events';
import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from '../../runtime/settings/redis-url.ts';

export type RedisClient = Redis | Cluster;

const firstConnectionMs = 1000;
const pauseAfter = (attempt: number) => Math.min(attempt * 50, 1000);
// The map of a cluster is refreshed so often, so that a new primary is found without a redirection.
const readMapEveryMs = 1000;
const mostRedirections = 3;

const optionsFor = ({ username, password, tls }: RedisAddress, answerWithinMs: number) => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls: {} }),
  commandTimeout: answerWithinMs,
  connectTimeout: firstConnectionMs,
  // A command whose answer was lost has been decided elsewhere by then.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // A demoted primary takes no writes: a new connection may find its successor.
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
});

type Options = ReturnType<typeof optionsFor>;

const openCluster = (address: RedisAddress, options: Options) =>
  new Cluster(address.nodes, {
    redisOptions: options,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    clusterRetryStrategy: pauseAfter,
    slotsRefreshInterval: readMapEveryMs,
    maxRedirections: mostRedirections,
    // The limits of each process hold until then.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // A certificate is made out to the name.
    ...(address.tls && { dnsLookup: (host, found) => found(null, host) }),
  });

type Server = Exclude<RedisAddress, { kind: 'cluster' }>;

const openServer = (address: Server, options: Options) => {
  const own = {
    ...options,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    retryStrategy: pauseAfter,
  };
  if (address.kind !== 'sentinel') return new Redis(address.url, own);
  const { nodes, name, db, sentinelPassword, tls } = address;
  return new Redis({
    ...own,
    sentinels: nodes,
    name,
    db,
    ...(sentinelPassword && { sentinelPassword }),
    enableTLSForSentinelMode: tls,
    sentinelRetryStrategy: pauseAfter,
  });
};

const lastErrors = new WeakMap<RedisClient, Error>();

// A cluster has one error for all of its servers.
const causeOf = (error: Error | undefined) => {
  const { lastNodeError = error } = (error ?? {}) as { lastNodeError?: Error };
  return lastNodeError as NodeJS.ErrnoException | undefined;
};

// In words, for the one log line about it.
export const whyRedisIsAway = (redis: RedisClient) => {
  const { message = '', code = '' } = causeOf(lastErrors.get(redis)) ?? {};
  if (/^(WRONGPASS|NOAUTH|NOPERM)|invalid password/.test(message))
    return 'Redis refuses the user or the password in REDIS_URL';
  if (code === 'ENOTFOUND') return 'The host in REDIS_URL is not known';
  if (/CERT|SELF_SIGNED|^UNABLE_TO_/.test(code))
    return 'Redis has no certificate that can be trusted: check REDIS_URL';
  return 'Redis is away';
};

export const openRedis = async (address: RedisAddress, answerWithinMs: number): Promise<RedisClient> => {
  const options = optionsFor(address, answerWithinMs);
  const redis = address.kind === 'cluster' ? openCluster(address, options) : openServer(address, options);
  // Callers report it; without a listener ioredis would print each attempt.
  redis.on('error', (error) => lastErrors.set(redis, error));
  redis.on('ready', () => lastErrors.delete(redis));
  await once(redis, 'ready', { signal: AbortSignal.timeout(firstConnectionMs) }).catch(() => {});
  return redis;
};
