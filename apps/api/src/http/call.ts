// What a handler gets of a call, and the options of an endpoint.
import type { Answer, Endpoint, Received } from '@ballast/contract/http/endpoint';
import type { Environment } from '@ballast/contract/keys/api-keys';
import type { Actor, Operator, Visitor } from '../identity/actor.ts';
import type { ActiveKey } from '../key-check/lookup/key-cache.ts';
import type { Cookies } from '../runtime/cookies.ts';
import type { Download } from './answers/send-download.ts';
import type { Deps } from './deps.ts';
import type { Once } from './idempotency/answer-once.ts';

type ActorOf<E extends Endpoint> = E['auth'] extends 'operator'
  ? Operator
  : E extends { takesSession: true }
    ? Visitor | Actor
    : E['auth'] extends 'public' | 'api-key'
      ? Visitor
      : Actor;

export type Call<E extends Endpoint> = Received<E> &
  (E['auth'] extends 'api-key' ? { key: ActiveKey } : unknown) &
  (E extends { idempotent: true } ? { once: Once } : unknown) & {
    actor: ActorOf<E>;
    // A call that stops something has database connections of its own, and its rule must use these.
    deps: Deps;
    cookies: Cookies;
    getHeader: (name: string) => string;
    setHeader: (name: string, value: string) => void;
    // A call that waits is aborted when the caller hangs up or the server stops.
    gone: () => AbortSignal;
  };

type Result<E extends Endpoint> = E extends { download: true } ? Download : Answer<E>;

export type Options<E extends Endpoint> = {
  headers?: Record<string, string>;
  // Refuses, before a fresh proof is wanted, what would be refused anyway, such as a thing of another owner. It changes nothing.
  refuseFirst?: (call: Call<E>) => unknown;
  // Whether this call needs a fresh proof. It refuses and changes as refuseFirst does.
  needsProof?: (call: Call<E>) => Promise<boolean> | boolean;
  // The environments of the caller's keys that this call is about. A command line needs their scopes.
  environmentsOf?: (call: Call<E>) => Promise<Environment[]> | Environment[];
  // Refuses an answer that this caller may not have, also when it is repeated.
  refuseCaller?: (call: Call<E>) => unknown;
  // Whether this call has the endpoint's cost; by default every call has it. One that a screen repeats is only in turn: few run
  // at once, and no hourly limit counts them.
  isCostly?: (call: Call<E>) => Promise<boolean> | boolean | 'in turn';
  // Refuses by the headers alone, before the body is read.
  refuseBeforeBody?: (getHeader: (name: string) => string) => unknown;
};

type AboutKeys = { cli: readonly ['keys', ...unknown[]] | readonly [unknown, 'keys', ...unknown[]] };

// An endpoint that wants a proof only at times must say when, and one that is about keys must say which.
type RequiredOptions<E extends Endpoint> =
  | (E extends { fresh: 'production' | 'credentials' } ? 'needsProof' : never)
  | (E extends AboutKeys ? 'environmentsOf' : never);
type UnusedOptions<E extends Endpoint> =
  | Exclude<'needsProof' | 'environmentsOf', RequiredOptions<E>>
  | (E extends { cost: string } ? never : 'isCostly');
type OptionsOf<E extends Endpoint> =
  RequiredOptions<E> extends never
    ? [options?: Omit<Options<E>, UnusedOptions<E>>]
    : [options: Omit<Options<E>, UnusedOptions<E>> & Required<Pick<Options<E>, RequiredOptions<E>>>];

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>> | Result<E>,
  ...options: OptionsOf<E>
) => void;
