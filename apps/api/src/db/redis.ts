// Redis or Valkey holds limits that many processes share. It may come and go: nothing waits for it longer than a
// moment.
import { once } from 'node:events';
import { Redis } from 'ioredis';

const firstConnectionMs = 1000;

export const openRedis = async (url: string, answerWithinMs: number): Promise<Redis> => {
  const redis = new Redis(url, {
    commandTimeout: answerWithinMs,
    connectTimeout: firstConnectionMs,
    enableOfflineQueue: false,
    // A command whose answer was lost has been decided elsewhere by then.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  });
  // Whoever uses it notices and says so; without a listener each attempt would be printed.
  redis.on('error', () => {});
  await once(redis, 'ready', { signal: AbortSignal.timeout(firstConnectionMs) }).catch(() => {});
  return redis;
};
