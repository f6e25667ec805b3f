// An endpoint is data: the server mounts it, the client calls it, the API reference shows it.
import type * as z from 'zod/mini';
import type { CliNeed } from '../cli/cli-scopes.ts';
import type { CostName } from './costs.ts';

type Schema = z.ZodMiniType;

// The portal's own calls; those of gateways and API keys; and the operator's, on a socket that only the owner of the data folder
// can open.
export const roots = { portal: '/api', gateway: '/v1', operator: '' } as const;
export type Root = keyof typeof roots;

// `verified` is the rule: a browser's session of a verified account. `signed-in` and `any-session` are for the few calls with
// which an unverified account finishes or discards its sign-up (docs/decisions/0006-sign-ups.md). `any-session` and
// `verified-or-reset` also take the session of a reset link, which may only set a password. `cli` takes a command line token
// alone. `operator` takes every caller of the operator's socket.
export type Auth =
  | 'public'
  | 'any-session'
  | 'signed-in'
  | 'verified-or-reset'
  | 'verified'
  | 'cli'
  | 'api-key'
  | 'operator';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  // By default `portal`.
  root?: Root;
  path: `/${string}`;
  auth: Auth;
  // A command line token with one of these scopes may call, too. Only what the authorisation screen lists has it.
  cli?: CliNeed;
  // The caller needs a recent proof (second-factors.ts): always, for production, or where the password or address changes. A
  // command line token had its proof when it was authorized.
  fresh?: 'always' | 'production' | 'credentials';
  dialect?: 'session-library';
  // A public call that does more for a signed-in caller.
  takesSession?: true;
  // A 401 does not mean that the caller's session has ended.
  keepsSession?: true;
  // Also for the session of a reset link that has set its password.
  spentSession?: true;
  // Allowed before the second factor was shown.
  beforeSecondFactor?: true;
  // It ends the calling session, and is never refused by a limit.
  endsSession?: true;
  // It stops something, such as a key, a token or a session, and makes nothing. Nobody may keep an owner from that: such calls
  // have limits, places and database connections of their own (http/limits/limit-calls.ts, http/limits/stops-in-turn.ts).
  stops?: true;
  // An owner needs this call before one that stops something: it shows what there is, or proves who they are. A session has some
  // of these left when others have used up its account's calls.
  leadsToStop?: true;
  // Expensive, always or at times (costs.ts): few such calls in an hour.
  cost?: CostName;
  // It waits for a person, up to a time limit.
  waits?: true;
  summary: string;
  status?: 200 | 201 | 202 | 204;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  // The handler gets the bytes of the body, because its signature is over them.
  rawBody?: { limitBytes: number };
  bodyOptional?: true;
  // A repeated call with the same Idempotency-Key gets the first answer (idempotency.ts).
  idempotent?: true;
  // The reply is a file that is sent while it is made.
  download?: true;
  reply: Schema;
};

type Sent<E, K extends string> =
  E extends Record<K, infer S extends Schema> ? { [P in K]: z.input<S> } : unknown;
type Got<E, K extends string> =
  E extends Record<K, infer S extends Schema> ? { [P in K]: z.output<S> } : unknown;

export type Input<E extends Endpoint> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  (E extends { bodyOptional: true } ? Partial<Sent<E, 'body'>> : Sent<E, 'body'>);
export type Received<E extends Endpoint> = Got<E, 'params'> &
  Got<E, 'query'> &
  Got<E, 'body'> &
  (E extends { rawBody: object } ? { body: Uint8Array } : unknown);
export type Answer<E extends Endpoint> = z.input<E['reply']>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;

type Method = Endpoint['method'];
type Path = Endpoint['path'];
type Definition = Omit<Endpoint, 'method' | 'path'>;

export const endpoint = <const M extends Method, const P extends Path, const D extends Definition>(
  method: M,
  path: P,
  definition: D,
) => ({ method, path, ...definition });

// The session library is given this address and adds its own paths.
export const sessionLibraryPath = '/auth/v1';

// Its refusals have the shape and the codes that the session library knows.
export const libraryEndpoint = <const M extends Method, const P extends Path, const D extends Definition>(
  method: M,
  path: P,
  definition: D,
) => endpoint(method, `${sessionLibraryPath}${path}`, { dialect: 'session-library', ...definition });

// Answered only on the operator's socket.
export const operatorEndpoint = <
  const M extends Method,
  const P extends Path,
  const D extends Omit<Definition, 'auth'>,
>(
  method: M,
  path: P,
  definition: D,
) => endpoint(method, path, { root: 'operator', auth: 'operator', ...definition });

export const routeOf = ({ root = 'portal', path }: Endpoint) => `${roots[root]}${path}`;
