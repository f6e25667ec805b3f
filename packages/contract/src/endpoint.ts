// An endpoint is data: the server mounts it, the client calls it, the API reference shows it.
import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

// public: anybody. any-session: also the session of a reset link, which may do nothing but set a password.
// signed-in: a browser's session. verified: one whose email address is verified. cli: a token of the command line alone.
// api-key: an API key, for the calls under /v1.
export type Auth = 'public' | 'any-session' | 'signed-in' | 'verified' | 'cli' | 'api-key';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  auth: Auth;
  // The command line's token opens it, too: only what the authorisation screen lists.
  cli?: true;
  summary: string;
  status?: 200 | 201 | 204;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  // The reply is a file: text that is sent as it is made.
  download?: true;
  reply: Schema;
};

type Sent<E, K extends string> =
  E extends Record<K, infer S extends Schema> ? { [P in K]: z.input<S> } : unknown;
type Got<E, K extends string> =
  E extends Record<K, infer S extends Schema> ? { [P in K]: z.output<S> } : unknown;

// What a caller sends, what a handler gets, what a handler answers and what a caller receives.
export type Input<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;
export type Received<E extends Endpoint> = Got<E, 'params'> & Got<E, 'query'> & Got<E, 'body'>;
export type Answer<E extends Endpoint> = z.input<E['reply']>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
