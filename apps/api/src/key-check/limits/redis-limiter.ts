// Many processes share the same bucket in Redis, where one script at a time runs.
import type { Logger } from 'pino';
import { type RedisClient, whyRedisIsAway } from '../../db/connections/redis.ts';
import { type Limiter, openMemoryLimiter, rememberSpent } from './memory-limiter.ts';

// The clock is Redis's own, the only one that all processes share; a test passes another. When that clock is set back, time
// goes on from there without giving anything twice.
const script = `
local second = 1000000
local limit = tonumber(ARGV[1])
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * second + time[2]
end
local level = limit * second
local bucket = redis.call('HMGET', KEYS[1], 'level', 'at')
if bucket[1] then
  local elapsed = math.min(now - bucket[2], second)
  level = math.min(bucket[1] + math.max(elapsed, 0) * limit, level)
end
local left = -math.ceil((second - level) / limit)
if level >= second then
  level = level - second
  left = math.floor(level / second)
end
redis.call('HSET', KEYS[1], 'level', string.format('%.0f', level), 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], 10000)
return left
`;

type Scripted = RedisClient & {
  takeToken: (key: string, limit: number, now: number | '') => Promise<number>;
};

const bucketOf = (keyId: string) => `ballast:bucket:${keyId}`;

export const openBucketScript = (redis: RedisClient) => {
  redis.defineCommand('takeToken', { numberOfKeys: 1, lua: script });
  return (keyId: string, limit: number, now: number | '' = '') =>
    (redis as Scripted).takeToken(bucketOf(keyId), limit, now);
};

const probeMs = 250;

export const openRedisLimiter = (redis: RedisClient, log: Logger): Limiter => {
  const takeFromRedis = openBucketScript(redis);
  const memory = openMemoryLimiter();
  let away = redis.status !== 'ready';
  if (away) log.warn(`${whyRedisIsAway(redis)}: each process limits keys by itself`);

  // In a cluster one part may be away alone: it is back when this bucket can be read again.
  let missed = '';
  const leave = (keyId: string, error: unknown) => {
    if (away) return;
    missed = keyId;
    away = true;
    log.warn({ err: error }, `${whyRedisIsAway(redis)}: each process limits keys by itself`);
  };
  let probing = false;
  const probe = setInterval(async () => {
    if (!away || probing) return;
    probing = true;
    try {
      await redis.exists(bucketOf(missed));
      away = false;
      log.info('Redis is back: limits are shared again');
    } catch {
    } finally {
      probing = false;
    }
  }, probeMs);
  probe.unref();

  const takeShared = rememberSpent(async (key, now) => {
    // The own bucket is kept up to date, so that it is not full when Redis goes.
    const own = memory.take(key, now);
    try {
      return await takeFromRedis(key.keyId, key.rateLimit);
    } catch (error) {
      leave(key.keyId, error);
      return own;
    }
  });

  return {
    take: (key, now) => (away ? memory.take(key, now) : takeShared(key, now)),
    isAway: () => away,
    close: () => clearInterval(probe),
  };
};
