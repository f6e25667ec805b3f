// Counts the calls that are being worked on, and refuses at once more than the process can answer. A call does not count while its body
// arrives, its answer leaves or it waits for a person: slow connections must not look like work. Key checks, files, /health, /ready,
// /metrics and the operator's socket never come here. What owners stop has places of its own (stops-in-turn.ts).
import type { Endpoint } from '@ballast/contract/http/endpoint';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { Failure } from '../../runtime/failure.ts';
import type { Metrics } from '../../runtime/observability/metrics.ts';
import type { Shedding } from '../../runtime/shedding.ts';
import { openStopsInTurn, type Stopper } from './stops-in-turn.ts';

// Callers that are refused together come back one after the other.
const longestRetrySeconds = 5;

const isOwnersStop = ({ stops, auth }: Endpoint) => stops === true && auth !== 'public';

type Parts = { limits: Shedding; metrics: Metrics; log: Logger; now: () => Date };
type Turn = { stopper: Stopper; gone: () => AbortSignal };
export type CallsInHand = ReturnType<typeof openCallsInHand>;

export const openCallsInHand = ({ limits, metrics, log, now }: Parts) => {
  let inHand = 0;
  let shed = 0;
  let fullSince: number | null = null;
  let overloaded = false;

  const refusal = () => {
    shed += 1;
    metrics.httpCallsShed.inc();
    return new Failure('unavailable', { retryAfterSeconds: 1 + (shed % longestRetrySeconds) });
  };

  const stops = openStopsInTurn(refusal);

  new Gauge({
    name: 'ballast_http_calls_in_hand',
    help: 'Calls that are being worked on, other than key checks and those that wait for a person',
    registers: [metrics.registry],
    collect() {
      this.set(inHand + stops.inHand());
    },
  });

  // A burst passes by itself. A queue that lasts for seconds would last as long as the load, and every call would wait in it.
  const begin = () => {
    inHand += 1;
    if (inHand >= limits.standingCalls) fullSince ??= now().getTime();
  };

  const end = () => {
    inHand -= 1;
    if (inHand < limits.standingCalls) fullSince = null;
    if (!overloaded || inHand >= limits.standingCalls / 2) return;
    overloaded = false;
    log.info({ inHand, shed }, 'no calls are refused any more');
  };

  const noticeQueue = () => {
    if (overloaded || fullSince === null) return;
    if (now().getTime() - fullSince < limits.standingSeconds * 1000) return;
    overloaded = true;
    log.warn({ inHand }, 'more calls come than can be answered: some are refused');
  };

  const isFull = ({ stops: isStop }: Endpoint) =>
    inHand >= (overloaded && !isStop ? limits.standingCalls : limits.calls);

  return {
    during: async <T>(endpoint: Endpoint, turn: Turn | null, work: () => Promise<T> | T): Promise<T> => {
      if (endpoint.auth === 'operator') return work();
      const workInTurn = () => (turn ? stops.during(turn.stopper, turn.gone, work) : work());
      if (isOwnersStop(endpoint)) return workInTurn();
      begin();
      try {
        return await workInTurn();
      } finally {
        end();
      }
    },
    refuseTooMany: (endpoint: Endpoint) => {
      if (endpoint.auth === 'operator' || isOwnersStop(endpoint)) return;
      noticeQueue();
      if (isFull(endpoint)) throw refusal();
    },
  };
};
