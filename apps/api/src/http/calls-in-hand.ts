// Counts the calls that are being worked on, and refuses more of them than the process can answer: at once, before anything was
// done for them. Nobody counts while the body of a call is on its way, while its answer leaves or while it waits for a person: slow
// connections must not look like work. Key checks, files, /health, /ready, /metrics and the operator's socket never come here.
// What owners stop has places of its own, which no other call can take.
import type { Endpoint } from '@ballast/contract/endpoint';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Metrics } from '../runtime/metrics.ts';
import type { Shedding } from '../runtime/shedding.ts';
import { Failure } from './failure.ts';

// Those who are refused together come back one after the other.
const longestRetrySeconds = 5;

// Each of these calls is short and limited for its session, so that they are never so many.
const stopPlaces = 100;

const isOwnersStop = ({ stops, auth }: Endpoint) => stops === true && auth !== 'public';

type Parts = { limits: Shedding; metrics: Metrics; log: Logger; now: () => Date };
export type CallsInHand = ReturnType<typeof openCallsInHand>;

export const openCallsInHand = ({ limits, metrics, log, now }: Parts) => {
  let inHand = 0;
  let stopping = 0;
  let shed = 0;
  let fullSince: number | null = null;
  let overloaded = false;

  new Gauge({
    name: 'ballast_http_calls_in_hand',
    help: 'Calls that are being worked on, other than key checks and those that wait for a person',
    registers: [metrics.registry],
    collect() {
      this.set(inHand + stopping);
    },
  });

  // A burst passes by itself. A queue that stands for seconds would stand as long as the load does, and everybody would wait in it.
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

  const countStop = async <T>(work: () => Promise<T> | T) => {
    stopping += 1;
    try {
      return await work();
    } finally {
      stopping -= 1;
    }
  };

  const isFull = (endpoint: Endpoint) => {
    if (isOwnersStop(endpoint)) return stopping >= stopPlaces;
    return inHand >= (overloaded && !endpoint.stops ? limits.standingCalls : limits.calls);
  };

  return {
    during: async <T>(endpoint: Endpoint, work: () => Promise<T> | T): Promise<T> => {
      if (endpoint.auth === 'operator') return work();
      if (isOwnersStop(endpoint)) return countStop(work);
      begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
    refuseTooMany: (endpoint: Endpoint) => {
      if (endpoint.auth === 'operator') return;
      noticeQueue();
      if (!isFull(endpoint)) return;
      shed += 1;
      metrics.httpCallsShed.inc();
      throw new Failure('unavailable', { retryAfterSeconds: 1 + (shed % longestRetrySeconds) });
    },
  };
};
