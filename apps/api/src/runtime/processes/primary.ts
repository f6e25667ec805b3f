// With PROCESSES above one, or with KEY_CHECK_PORT, this process is one of several, and shares with the others through their primary.
import cluster from 'node:cluster';
import { type Channel, openChannel } from './channel.ts';

// A process serves the portal, or key checks alone.
export type Role = 'portal' | 'key-check';

// Which of them this is: 1 is the first. A process that replaces another has its number.
export type Primary = Channel & { worker: number; role: Role; countsTokens: boolean };

export type AskedByPrimary = { stop: () => unknown; metrics: () => unknown };

export const isWorker = cluster.isWorker;

// A process that checks keys alone counts their tokens itself, and for the others: it then answers without a message to the primary.
export const tokenCounter = (roles: Role[]) => {
  const checking = roles.filter((role) => role === 'key-check');
  return checking.length === 1 ? roles.indexOf('key-check') + 1 : null;
};

// A process reads from the end of its command which one it is.
export const workerArguments = (roles: Role[], worker: number) => [
  roles[worker - 1] ?? 'portal',
  String(worker),
  tokenCounter(roles) === worker ? 'counts-tokens' : 'asks-for-tokens',
];
const ownPlace = () => {
  const [role, worker, counting] = process.argv.slice(-3);
  return { role: role as Role, worker: Number(worker), countsTokens: counting === 'counts-tokens' };
};

export const openPrimary = (answers: AskedByPrimary): Primary => {
  const port = {
    send: (message: object) => process.send?.(message),
    on: process.on.bind(process),
  };
  return { ...openChannel(port as never, answers), ...ownPlace() };
};
