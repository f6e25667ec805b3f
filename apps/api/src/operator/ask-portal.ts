// Speaks to the running portal through its socket.
import { request } from 'node:http';
import { socketIn } from './socket-path.ts';

export class OperatorProblem extends Error {}

const notRunning = (dataDir: string) =>
  new OperatorProblem(
    `The portal is not running on ${dataDir}. Start it, or set DATA_DIR to its data folder.`,
  );

export const askPortal =
  (dataDir: string) =>
  (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const call = request({ socketPath: socketIn(dataDir), method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString());
          if (response.statusCode === 200) resolve(answer);
          else reject(new OperatorProblem(answer.message));
        });
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        reject(['ENOENT', 'ECONNREFUSED', 'EACCES'].includes(error.code ?? '') ? notRunning(dataDir) : error);
      });
      call.end(body ? JSON.stringify(body) : undefined);
    });
