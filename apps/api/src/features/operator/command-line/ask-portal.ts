// Calls the running portal through its socket.
import { request } from 'node:http';
import { ApiError, type Call, createClient } from '@ballast/contract/http/client';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { verifyOperatorLog } from '@ballast/contract/operator/log';
import { nameOperator, type OperatorNames } from '@ballast/contract/operator/operator';
import { readStatus } from '@ballast/contract/operator/status';
import { exportUser } from '@ballast/contract/operator/users';
import { type FoundPortal, findPortal } from './find-portal.ts';
import { OperatorProblem, UsageProblem } from './problems.ts';

const notRunning = (dataDir: string) =>
  new OperatorProblem(
    `The portal is not running on ${dataDir}. Start it, or set DATA_DIR to its data folder.`,
  );

const notAllowed = (dataDir: string, code: string) =>
  new OperatorProblem(
    `The portal's socket in ${dataDir} cannot be opened (${code}). Run the command as the user of the portal.`,
  );

const readWithinMs = 3500;

// These read all entries, or all that is known about somebody.
const longReads: readonly Endpoint[] = [verifyOperatorLog, exportUser];
// The answer is wrong where another process hangs.
const aboutProcesses: readonly Endpoint[] = [readStatus];
const timeLimitOf = (endpoint: Endpoint) =>
  endpoint.method === 'GET' && !longReads.includes(endpoint) ? readWithinMs : null;

// A rotation of the encryption key takes as long as there are keys, so the client's own time limit does not hold here.
const openSocketFetch =
  (socketPath: string, names: OperatorNames, timeLimitMs: number | null): typeof fetch =>
  (address, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(String(address));
      const options = {
        // A connection to a portal that was restarted meanwhile is dead.
        agent: false,
        socketPath,
        method,
        path: `${pathname}${search}`,
        headers: { ...Object.fromEntries(new Headers(headers)), ...nameOperator(names) },
        ...(timeLimitMs === null ? {} : { signal: AbortSignal.timeout(timeLimitMs) }),
      };
      const call = request(options, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500 }));
      });
      call.on('error', reject);
      call.end(body ?? undefined);
    });

// It reads 'The process 7 does not answer', 'The process 7 and the process 8 do not answer'.
export const doNotAnswer = (silent: string[]) => {
  const names = silent.join(' and ');
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${silent.length === 1 ? 'does' : 'do'} not answer`;
};

const noneAnswers = (silent: string[]) =>
  new OperatorProblem(
    `${doNotAnswer(silent)}: ${silent.length === 1 ? 'it hangs, or has' : 'they hang, or have'} too much to do.`,
  );

// A developer would only be asked to wait.
const cannotNow =
  'The portal cannot do this now: its database is away, or it has too much to do. The command status tells which.';

const explain = (process: string) => (error: unknown) => {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'unreachable') throw new OperatorProblem(`${doNotAnswer([process])} in time.`);
  if (error.code === 'unavailable') throw new OperatorProblem(cannotNow);
  const faults = Object.values(error.fields);
  if (error.code === 'validation_failed' && faults.length) throw new UsageProblem(faults.join('. '));
  throw new OperatorProblem(error.message);
};

// The host name is never resolved: the call goes through the socket. Processes that hang are named to the caller.
export const openPortalClient = (
  dataDir: string,
  names: OperatorNames,
  onSilent: (silent: string[]) => void = () => {},
) => {
  let finding: Promise<FoundPortal> | undefined;
  const call: Call = async (endpoint, ...input) => {
    finding ??= findPortal(dataDir, aboutProcesses.includes(endpoint));
    const { socket, silent, refusal } = await finding;
    if (!socket && refusal) throw notAllowed(dataDir, refusal);
    if (!socket) throw silent.length ? noneAnswers(silent) : notRunning(dataDir);
    if (silent.length) onSilent(silent);
    const fetch = openSocketFetch(socket.path, names, timeLimitOf(endpoint));
    const client = createClient({ portalUrl: 'http://operator', fetch });
    return client(endpoint, ...input).catch(explain(socket.process));
  };
  return call;
};
