// Finds a process of the portal that answers. One that hangs still has its socket, and a caller would wait for ever.
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownSocketIn, pidOfSocket, socketIn } from '../socket-path.ts';

// Another process is used after the first time, if it answers. After the second one all of them hang.
const preferredWithinMs = 1500;
const answerWithinMs = 4000;

export const alivePath = '/alive';

type Socket = { path: string; process: string };

// Another user's folder cannot be read here. The connection then fails with the reason.
const inodeOf = (path: string) => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
};

const namesIn = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const socketsIn = (dataDir: string): Socket[] => {
  const newest = inodeOf(socketIn(dataDir));
  const own = namesIn(dataDir).flatMap((name) => {
    const pid = pidOfSocket(name);
    return pid === null ? [] : [{ path: ownSocketIn(dataDir, pid), process: `the process ${pid}` }];
  });
  const named = own.find(({ path }) => inodeOf(path) === newest);
  const first = { path: socketIn(dataDir), process: named?.process ?? `the process on ${dataDir}` };
  return [first, ...own.filter((socket) => socket !== named)];
};

// Where each process has a folder of its own, systemd names it by the port: /var/lib/ballast/3001.
const isPort = (name: string) => /^\d{2,5}$/.test(name);
const foldersBeside = (dataDir: string) => {
  const parent = dirname(dataDir);
  if (!isPort(basename(dataDir))) return [];
  const others = namesIn(parent).filter((name) => isPort(name) && name !== basename(dataDir));
  return others.map((name) => join(parent, name));
};

type Answer = 'answers' | 'silent' | 'not running';

const nobodyListens = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
// As many wait already as may.
const tooManyWait = 'EAGAIN';

const ask = (socket: Socket) => {
  const { promise: answer, resolve } = Promise.withResolvers<Answer>();
  const options = { agent: false as const, socketPath: socket.path, path: alivePath };
  const call = request(options, (response) => {
    response.resume();
    resolve('answers');
  });
  const giveUp = () => {
    resolve('silent');
    call.destroy();
  };
  const timer = setTimeout(giveUp, answerWithinMs);
  let refusal: string | null = null;
  call.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (!nobodyListens.has(code) && code !== tooManyWait) refusal = code;
    resolve(code === tooManyWait ? 'silent' : 'not running');
  });
  call.on('close', () => clearTimeout(timer));
  call.end();
  return { socket, answer, giveUp, refusal: () => refusal };
};

type Choice = { socket: Socket | null; silent: string[] };
// The code with which the system refuses the socket of the folder.
export type FoundPortal = Choice & { refusal: string | null };

type Probe = ReturnType<typeof ask>;

const firstThatAnswers = (probes: Probe[]) =>
  Promise.any(
    probes.map(async ({ socket, answer }) => {
      if ((await answer) !== 'answers') throw new Error('it does not answer');
      return socket;
    }),
  ).catch(() => null);

// What has not answered until now. One that is not running has said so at once.
const silentAmong = async (probes: Probe[]) => {
  const pending = Symbol('pending');
  const states = await Promise.all(probes.map(({ answer }) => Promise.race([answer, pending])));
  return probes.flatMap(({ socket }, place) =>
    states[place] === pending || states[place] === 'silent' ? [socket.process] : [],
  );
};

// The process of the folder comes first. The others are asked at the same time, and used if it does not answer.
const choose = async (probes: Probe[], namesAll: boolean): Promise<Choice> => {
  const [preferred, ...others] = probes;
  if (!preferred) return { socket: null, silent: [] };
  const waited = pause(preferredWithinMs, 'silent' as const, { ref: false });
  const answer = await Promise.race([preferred.answer, waited]);
  if (answer === 'answers') {
    if (!namesAll) return { socket: preferred.socket, silent: [] };
    await Promise.race([Promise.all(others.map((other) => other.answer)), waited]);
    return { socket: preferred.socket, silent: await silentAmong(others) };
  }
  const socket = await firstThatAnswers([...others, preferred]);
  const silent = await silentAmong(socket === preferred.socket ? others : probes);
  return { socket, silent: answer === 'not running' && socket && !namesAll ? [] : silent };
};

// `namesAll` waits for those as well that are not needed.
export const findPortal = async (dataDir: string, namesAll: boolean): Promise<FoundPortal> => {
  const probes = [dataDir, ...foldersBeside(dataDir)].flatMap(socketsIn).map(ask);
  const found = await choose(probes, namesAll);
  const refusal = probes[0]?.refusal() ?? null;
  // The command would wait for them until it ends.
  for (const { giveUp } of probes) giveUp();
  return { ...found, refusal };
};
