// Finds a process of the portal that answers. One that hangs still has its socket, and a caller would wait for ever.
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { ownSocketIn, pidOfSocket, socketIn } from '../socket-path.ts';

// A process that is only busy answers within this.
const answerWithinMs = 1500;

export const alivePath = '/alive';

type Socket = { path: string; process: string };

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

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

const probe = (socketPath: string) =>
  new Promise<Answer>((resolve) => {
    const call = request({ agent: false, socketPath, path: alivePath, timeout: answerWithinMs }, (answer) => {
      answer.resume();
      resolve('answers');
    });
    const timer = setTimeout(() => {
      resolve('silent');
      call.destroy();
    }, answerWithinMs);
    call.on('error', () => resolve('not running'));
    call.on('close', () => clearTimeout(timer));
    call.end();
  });

export type FoundPortal = { socket: Socket | null; silent: string[] };

// The process of the folder comes first. The others are asked at the same time, and used if it does not answer.
export const findPortal = async (dataDir: string): Promise<FoundPortal> => {
  const sockets = [dataDir, ...foldersBeside(dataDir)].flatMap(socketsIn);
  const probes = sockets.map(async (socket) => ({ socket, answer: await probe(socket.path) }));
  const [first] = probes;
  const preferred = await first;
  if (preferred?.answer === 'answers') return { socket: preferred.socket, silent: [] };
  const all = await Promise.all(probes);
  const isSilent = ({ answer }: { answer: Answer }) => answer === 'silent';
  return {
    socket: all.find(({ answer }) => answer === 'answers')?.socket ?? null,
    silent: all.filter(isSilent).map(({ socket }) => socket.process),
  };
};
