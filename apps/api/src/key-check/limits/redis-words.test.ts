// Why Redis is away, in the words of the log.
import { startRedis } from '@ballast/harness/redis';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openRedis } from '../../db/connections/redis.ts';
import { readRedisUrl } from '../../runtime/settings/redis-url.ts';
import { openRedisLimiter } from './redis-limiter.ts';

const linesAt = async (url: string) => {
  const address = readRedisUrl(url);
  if (!address) throw new Error('no address');
  const redis = await openRedis(address, 1000);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const limiter = openRedisLimiter(redis, log);
  limiter.close();
  redis.disconnect();
  return lines;
};

const rest = ': each process limits keys by itself';

test('a wrong password is one line that names it, and an address where nobody listens another', async () => {
  const server = await startRedis(['--requirepass', 'right']);
  onTestFinished(server.stop);
  const at = (user: string) => `redis://${user}127.0.0.1:${server.port}`;
  expect(await linesAt(at(':right@'))).toEqual([]);
  for (const user of [':wrong@', 'somebody:wrong@', ''])
    expect(await linesAt(at(user))).toEqual([`Redis refuses the user or the password in REDIS_URL${rest}`]);
  await server.stop();
  expect(await linesAt(at(':right@'))).toEqual([`Redis is away${rest}`]);
});
