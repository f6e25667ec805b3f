// Calls the running portal through its socket.
import { request } from 'node:http';
import { ApiError, type Call, createClient } from '@ballast/contract/http/client';
import { nameOperator, type OperatorNames } from '@ballast/contract/operator/operator';
import { socketIn } from '../socket-path.ts';
import { OperatorProblem, UsageProblem } from './problems.ts';

const notRunning = (dataDir: string) =>
  new OperatorProblem(
    `The portal is not running on ${dataDir}. Start it, or set DATA_DIR to its data folder.`,
  );

// A rotation of the encryption key takes as long as there are keys, so the client's own time limit does not hold here.
const openSocketFetch =
  (dataDir: string, names: OperatorNames): typeof fetch =>
  (address, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(String(address));
      const options = {
        // A connection to a portal that was restarted meanwhile is dead.
        agent: false,
        socketPath: socketIn(dataDir),
        method,
        path: `${pathname}${search}`,
        headers: { ...Object.fromEntries(new Headers(headers)), ...nameOperator(names) },
      };
      const call = request(options, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500 }));
      });
      call.on('error', reject);
      call.end(body ?? undefined);
    });

// The host name is never resolved: the call goes through the socket.
export const openPortalClient = (dataDir: string, names: OperatorNames) => {
  const fetch = openSocketFetch(dataDir, names);
  const client = createClient({ portalUrl: 'http://operator', fetch });
  const explain = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'unreachable') throw notRunning(dataDir);
    const faults = Object.values(error.fields);
    if (error.code === 'validation_failed' && faults.length) throw new UsageProblem(faults.join('. '));
    throw new OperatorProblem(error.message);
  };
  const call: Call = (endpoint, ...input) => client(endpoint, ...input).catch(explain);
  return call;
};
