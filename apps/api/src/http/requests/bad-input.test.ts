// Whatever is sent to an endpoint of the contract, the answer is one that the product means. The requests are made from the
// contract's own schemas, so a new endpoint is attacked without being listed here.

import { endpoints } from '@ballast/contract/endpoints';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { routeOf } from '@ballast/contract/http/endpoint';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsTo } from '../../../testing/bad-input/bad-requests.ts';
import { type Caller, createRenewal, openCaller } from '../../../testing/bad-input/callers.ts';
import { findProblem } from '../../../testing/bad-input/find-problem.ts';
import { openSender, toCurl } from '../../../testing/bad-input/send-request.ts';
import { problemsOf, problemsOfHeaders } from '../../../testing/bad-input/what-must-hold.ts';
import { howOften, onPostgres } from '../../../testing/databases/database.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { unlimited } from '../../../testing/unlimited.ts';
import { serveOperators } from '../../app/processes/serve-operators.ts';
import { socketIn } from '../../features/operator/socket-path.ts';

const app = useTestApp({ env: { LOG_LEVEL: 'error', TRUST_PROXY: 'on', ...unlimited } });

// What PostgreSQL refuses, the embedded database refuses: there a sample is enough.
const requests = onPostgres() ? 1500 : howOften({ usual: 600, all: 100_000 });
const requestsEach = Math.ceil(requests / endpoints.length);

// An API key may be used three times a second, by a clock that only the test moves.
const secondsBetween = 0.4;

let network: ReturnType<typeof openSender>;
let operator: ReturnType<typeof openSender>;
let closeOperator: () => unknown;
let reader: Caller;

beforeAll(async () => {
  closeOperator = await serveOperators(app().deps);
  network = openSender({ port: Number(new URL(app().url).port) });
  operator = openSender({ socketPath: socketIn(app().dataDir) });
  reader = await openCaller(app());
});
afterAll(async () => {
  network.close();
  operator.close();
  await closeOperator();
});

// A session that ended, or one whose proof has grown old.
const wantsSignIn = ({ status, text }: { status: number; text: string }) =>
  status === 401 || text.includes('reauthentication_required');

// A change by one call must not affect the calls of the next endpoint.
const callerOf = ({ method, auth }: Endpoint) =>
  method === 'GET' || auth === 'public' || auth === 'operator' ? reader : openCaller(app());

describe('every answer is one that the product means, whatever is sent to', () => {
  const named = endpoints.map((endpoint) => [`${endpoint.method} ${routeOf(endpoint)}`, endpoint] as const);
  test.each(named)('%s', async (_, endpoint) => {
    const caller = await callerOf(endpoint);
    const renew = createRenewal(app(), caller);
    const isOperators = endpoint.root === 'operator';
    const problem = await findProblem(requestsTo(endpoint, caller), requestsEach, {
      ask: async (make) => {
        app().skipSeconds(secondsBetween);
        const request = make();
        const answer = await (isOperators ? operator : network).send(request);
        if (wantsSignIn(answer)) await renew(request);
        const problems = [...problemsOf(request, answer), ...(isOperators ? [] : problemsOfHeaders(answer))];
        return { problems, answer: `${answer.status} ${answer.text}` };
      },
      write: (make) => toCurl(make(), app().url),
    });
    expect(problem).toBeNull();
    expect(readPortalLogs()).toBe('(nothing)');
  });
});
