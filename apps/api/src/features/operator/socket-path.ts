// Each process has a socket of its own, named by its process id. The one without an id is that of the process that started last.
import { join } from 'node:path';

const socketName = 'operator.sock';

export const socketIn = (dataDir: string) => join(dataDir, socketName);
export const ownSocketIn = (dataDir: string, pid: number) => `${socketIn(dataDir)}.${pid}`;

// The process id in the name of a file, if it is such a socket.
export const pidOfSocket = (name: string) => {
  const [, digits] = /^operator\.sock\.(\d+)$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
};
