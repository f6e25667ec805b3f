// With PROCESSES above one this process is one of several on the same port, and shares with the others through their primary.
import cluster from 'node:cluster';
import { type Channel, openChannel } from './channel.ts';

// Which of them this is: 1 is the first. One that takes another's place has its number.
export type Primary = Channel & { worker: number };

export type AskedByPrimary = { stop: () => unknown; metrics: () => unknown };

export const isWorker = cluster.isWorker;
export const workerArgument = 'worker';

const ownNumber = () => Number(process.argv.at(process.argv.lastIndexOf(workerArgument) + 1));

export const openPrimary = (answers: AskedByPrimary): Primary => {
  const port = {
    send: (message: object) => process.send?.(message),
    on: process.on.bind(process),
  };
  return { ...openChannel(port as never, answers), worker: ownNumber() };
};
