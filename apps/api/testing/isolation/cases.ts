// A case is a request that is valid for the owner of what it names. Each feature has its cases in isolation.test-cases.ts.
import type { Endpoint, Input } from '@ballast/contract/http/endpoint';
import type { ErrorCode } from '@ballast/contract/http/errors';
import { newAddress } from '../test-app.ts';
import type { CallerName } from './callers.ts';
import type { World } from './world.ts';

export type Expected = { status: number; code: string | null };
export type Exceptions = Partial<Record<CallerName, Expected>>;

export type Case = {
  endpoint: Endpoint;
  // The answer to an unverified account, which may finish or discard its sign-up and nothing else: a status for what is served and a
  // code for what is refused. A new endpoint opens nothing to it unless its case says so.
  unverified: number | ErrorCode;
  request: (world: World) => unknown;
  exceptions: Exceptions;
  // The answer to an allowed caller, because the request lacks the proof that only a mail or a password gives.
  withoutProof: Expected | undefined;
  // It ends the caller's session.
  endsSession: boolean;
  // The owner's own refused call leaves an entry in their log.
  logsRefusals: boolean;
};

// An exception always has its reason beside it.
type Options = { endsSession?: true; logsRefusals?: true; unverified?: number | ErrorCode } & (
  | { because?: never; except?: never; withoutProof?: never }
  | { because: string; except?: Exceptions; withoutProof?: Expected }
);

export const on = <E extends Endpoint, const I extends Input<E>>(
  endpoint: E,
  request: (world: World) => I | Promise<I>,
  { except = {}, withoutProof, endsSession, logsRefusals, unverified }: Options = {},
): Case => ({
  endpoint,
  unverified: unverified ?? (endpoint.root === 'operator' ? 'no_such_route' : 'email_not_verified'),
  request,
  exceptions: except,
  withoutProof,
  endsSession: endsSession === true,
  logsRefusals: logsRefusals === true,
});

export const to = (expected: Expected, ...names: CallerName[]): Exceptions =>
  Object.fromEntries(names.map((caller) => [caller, expected]));

export const ok: Expected = { status: 200, code: null };
export const shownFactor = 'a user who has shown the second factor';
// They may do what the owner may, with what is theirs.
export const others = ['another user', 'a user without a password', shownFactor] as const;

export const nothing = () => ({}) as never;
export const unknownToken = 'a'.repeat(64);
// An account of this address is nobody's.
export const stranger = () => newAddress('stranger');
export const theKey = ({ owner }: World) => ({ params: { id: owner.sandboxKey.id } });
