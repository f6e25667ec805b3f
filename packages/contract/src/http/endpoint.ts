// An endpoint is data: the server mounts it, the client calls it, the API reference shows it.
import type * as z from 'zod/mini';
import type { CliNeed } from '../cli/cli-scopes.ts';
import type { CostName } from './costs.ts';

type Schema = z.ZodMiniType;

// There are the portal's own calls; what gateways and API keys ask; and what the provider team's commands ask, on a
// socket that only the owner of the data folder can open.
export const roots = { portal: '/api', gateway: '/v1', operator: '' } as const;
export type Root = keyof typeof roots;

// `public` lets anybody call. `verified` takes a browser's session of an account whose address is verified, and is the
// rule. An account that nobody verified may only finish or discard its sign-up: `signed-in` and `any-session` are for the
// few calls that it needs for that (docs/decisions/0006-sign-ups.md). `any-session` and `verified-or-reset` also take the
// session of a reset link, which may do nothing but set a password. `cli` takes a token of the command line alone.
// `api-key` takes an API key, which the call counts against. `operator` takes whoever may open the operator's socket.
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
  // It is the portal's, unless the endpoint says otherwise.
  root?: Root;
  path: `/${string}`;
  auth: Auth;
  // A token of the command line that has one of these scopes opens it, too. Only what the authorisation screen lists may
  // say so.
  cli?: CliNeed;
  // The caller must have proven who they are within the last minutes (second-factors.ts): always, for what belongs to production, or
  // where the call changes the account's password or address. A token of the command line had its proof when it was authorized.
  fresh?: 'always' | 'production' | 'credentials';
  // Refusals have the shape and the codes that the session library knows.
  dialect?: 'session-library';
  // The call is public, and also recognises whoever is signed in, because it does more for them.
  takesSession?: true;
  // A 401 says nothing about the caller's session, or the session is being ended anyway.
  keepsSession?: true;
  // The session of a reset link that has set its password may make this call, too.
  spentSession?: true;
  // An account with a second factor may make this call before it has shown it. Without this word it may not.
  beforeSecondFactor?: true;
  // It ends the session that calls: that is never refused for being asked too often.
  endsSession?: true;
  // It stops something, such as a key, a token or a session that somebody else has. Nothing that others do may keep an owner from
  // that: such calls have limits, places and database connections of their own (http/limits/limit-calls.ts, http/limits/stops-in-turn.ts).
  // What also makes something, as a rotation does, is none.
  stops?: true;
  // Whoever wants to stop something makes this call first: it shows what there is to stop, or proves who they are. A session has some
  // of these left when others have used up the calls of its account.
  leadsToStop?: true;
  // It costs much, always or at times (costs.ts): an account's browsers may make few such calls in an hour, and so may each token.
  cost?: CostName;
  // It answers when a person has done something, or after some time.
  waits?: true;
  summary: string;
  status?: 200 | 201 | 202 | 204;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  // The body reaches the handler as it came, whatever it is, because its signature is over these bytes.
  rawBody?: { limitBytes: number };
  // A call without a body is one with an empty object.
  bodyOptional?: true;
  // Whoever sends it again with the same Idempotency-Key gets the first answer (idempotency.ts).
  idempotent?: true;
  // The reply is a file, whose text is sent while it is made.
  download?: true;
  reply: Schema;
};

type Sent<E, K extends string> =
  E extends Record<K, infer S extends Schema> ? { [P in K]: z.input<S> } : unknown;
type Got<E, K extends string> =
  E extends Record<K, infer S extends Schema> ? { [P in K]: z.output<S> } : unknown;

// These are what a caller sends, what a handler gets, what a handler answers and what a caller receives.
export type Input<E extends Endpoint> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  (E extends { bodyOptional: true } ? Partial<Sent<E, 'body'>> : Sent<E, 'body'>);
export type Received<E extends Endpoint> = Got<E, 'params'> &
  Got<E, 'query'> &
  Got<E, 'body'> &
  (E extends { rawBody: object } ? { body: Uint8Array } : unknown);
export type Answer<E extends Endpoint> = z.input<E['reply']>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

// This is its path on the server, with the names of its parameters.
export const routeOf = ({ root = 'portal', path }: Endpoint) => `${roots[root]}${path}`;
