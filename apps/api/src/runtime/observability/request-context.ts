// A rule does not know its request; this does, from the handler on, and in the jobs that the request caused.
import { AsyncLocalStorage } from 'node:async_hooks';

type RequestContext = { reqId?: string; address?: string; traceId?: string };

export const requestContext = new AsyncLocalStorage<RequestContext | undefined>();
