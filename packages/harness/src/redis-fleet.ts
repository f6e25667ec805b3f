// Redis as a fleet has it: a cluster of six, or a primary with a copy and sentinels. Each server is a process that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

const program = process.env.REDIS_SERVER ?? 'redis-server';
const slots = 16_384;

// What a server answers to one line, as it came.
const tell = (port: number, line: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
    socket.once('error', reject);
    // A copy that becomes the primary hangs up on everybody.
    socket.once('close', () => reject(new Error(`${port} gave no answer to ${line}`)));
  });

const expectAnswer = async (port: number, line: string, wanted: RegExp) => {
  const answer = await tell(port, line);
  if (!wanted.test(answer)) throw new Error(`${line}: ${answer}`);
  return answer;
};

const openServers = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-redis-'));
  const running = new Map<number, ChildProcess>();
  const start = async (port: number, options: string[]) => {
    running.set(port, spawn(program, options, { cwd: folder, stdio: 'ignore' }));
    await waitFor(`Redis on ${port} to answer`, () => expectAnswer(port, 'PING', /PONG/));
  };
  const startServer = (port: number, ...options: string[]) =>
    start(port, [...['--port', String(port), '--bind', '127.0.0.1', '--save', ''], ...options]);
  const kill = async (port: number) => {
    const child = running.get(port);
    running.delete(port);
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    for (const port of [...running.keys()]) await kill(port);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, start, startServer, kill, stop };
};

const freePorts = async (count: number) => {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
};

export type RedisFleet = {
  url: string;
  // Kills a primary with kill -9; its copy has to take its place.
  killPrimary: () => Promise<void>;
  // Until another one is the primary and all servers that are left say so.
  whenWhole: () => Promise<void>;
  stop: () => Promise<void>;
};

export const startRedisCluster = async (): Promise<RedisFleet> => {
  const servers = await openServers();
  const all = await freePorts(12);
  const [ports, busPorts] = [all.slice(0, 6), all.slice(6)];
  const busOf = (port: number) => busPorts[ports.indexOf(port)];
  for (const port of ports)
    await servers.startServer(
      port,
      ...['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`],
      ...['--cluster-port', String(busOf(port)), '--cluster-node-timeout', '2000'],
    );
  const [first = 0, ...others] = ports;
  for (const port of others) await expectAnswer(first, `CLUSTER MEET 127.0.0.1 ${port} ${busOf(port)}`, /OK/);
  const primaries = ports.slice(0, 3);
  const idOf = async (port: number) => /[0-9a-f]{40}/.exec(await tell(port, 'CLUSTER MYID'))?.[0] ?? '';
  const share = Math.ceil(slots / 3);
  for (const [index, port] of primaries.entries()) {
    const last = Math.min((index + 1) * share, slots) - 1;
    await expectAnswer(port, `CLUSTER ADDSLOTSRANGE ${index * share} ${last}`, /OK/);
    const id = await idOf(port);
    const copy = ports[index + 3] ?? 0;
    await waitFor('a copy to know its primary', () => expectAnswer(copy, `CLUSTER REPLICATE ${id}`, /OK/));
  }
  let left = ports;
  const isWhole = async () => {
    for (const port of left) {
      await expectAnswer(port, 'CLUSTER INFO', /cluster_state:ok[\s\S]*cluster_slots_ok:16384/);
      await expectAnswer(port, 'INFO replication', /role:master|master_link_status:up/);
    }
  };
  const whenWhole = () => waitFor('the cluster to be whole', isWhole);
  await whenWhole();
  await waitFor('all copies to be there', async () => {
    for (const port of primaries) await expectAnswer(port, 'INFO replication', /connected_slaves:1/);
    for (const port of ports) await expectAnswer(port, 'CLUSTER INFO', /cluster_known_nodes:6/);
  });
  return {
    url: `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    killPrimary: async () => {
      left = left.slice(1);
      await servers.kill(first);
    },
    whenWhole,
    stop: servers.stop,
  };
};

const sentinelSettings = (port: number, primary: number) => `port ${port}
bind 127.0.0.1
sentinel monitor limits 127.0.0.1 ${primary} 2
sentinel down-after-milliseconds limits 2000
sentinel failover-timeout limits 10000
`;

export const startRedisSentinels = async (): Promise<RedisFleet> => {
  const servers = await openServers();
  const [primary = 0, copy = 0, ...sentinels] = await freePorts(5);
  await servers.startServer(primary);
  await servers.startServer(copy, '--replicaof', '127.0.0.1', String(primary));
  await waitFor('the copy to be there', () =>
    expectAnswer(primary, 'INFO replication', /connected_slaves:1[\s\S]*state=online/),
  );
  for (const port of sentinels) {
    const file = join(servers.folder, `sentinel-${port}.conf`);
    await writeFile(file, sentinelSettings(port, primary));
    await servers.start(port, [file, '--sentinel']);
  }
  await waitFor('the sentinels to know each other and the copy', async () => {
    for (const port of sentinels)
      await expectAnswer(port, 'INFO sentinel', /status=ok,address=[^,]+,slaves=1,sentinels=3/);
  });
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/limits`,
    killPrimary: () => servers.kill(primary),
    whenWhole: async () => {
      await waitFor('the copy to be the primary', async () => {
        await expectAnswer(copy, 'INFO replication', /role:master/);
        for (const port of sentinels)
          await expectAnswer(port, 'SENTINEL get-master-addr-by-name limits', new RegExp(String(copy)));
      });
    },
    stop: servers.stop,
  };
};
