// With PROCESSES above one, or with KEY_CHECK_PORT, this process is one of several, and shares with the others through their primary.
import cluster from 'node:cluster';
import { type Channel, openChannel } from './channel.ts';

// A process serves the portal, or key checks alone.
export type Role = 'portal' | 'key-check';

// Which of them this is: 1 is the first. A process that replaces another has its number.
export type Primary = Channel & { worker: number; role: Role; answerWithinMs: number };

export type AskedByPrimary = { stop: () => unknown; metrics: () => unknown };

export const isWorker = cluster.isWorker;

// The number of the only process that checks keys alone: it counts tokens itself, and for the others.
export const tokenCounter = (roles: Role[]) => {
  const checking = roles.filter((role) => role === 'key-check');
  return checking.length === 1 ? roles.indexOf('key-check') + 1 : null;
};

// A process reads from the end of its command which one it is.
export const workerArguments = (roles: Role[], worker: number) => [
  roles[worker - 1] ?? 'portal',
  String(worker),
];
const ownPlace = () => {
  const [role, worker] = process.argv.slice(-2);
  return { role: role as Role, worker: Number(worker) };
};

export const openPrimary = (answers: AskedByPrimary, answerWithinMs: number): Primary => {
  const port = {
    send: (message: object) => process.send?.(message),
    on: process.on.bind(process),
  };
  const alive = () => true;
  return { ...openChannel(port as never, { ...answers, alive }), ...ownPlace(), answerWithinMs };
};
