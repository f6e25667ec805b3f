// Who sends bad input: a developer with everything that a call can ask for, so that a request gets as far as it can.

import { requestTokens } from '@ballast/contract/faucet';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { createKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import fc from 'fast-check';
import { costPerHour } from '../../src/http/limits/call-limits.ts';
import { logInCli } from '../cli-login.ts';
import type { TestApp } from '../test-app.ts';
import type { Headers, HttpRequest } from './draft.ts';

export type Caller = Awaited<ReturnType<typeof openCaller>>;

export const openCaller = async (app: TestApp) => {
  const { email, session, call } = await app.verifiedUser();
  const key = await call(createKey, { body: { name: 'Checkout', environment: 'SANDBOX' } });
  const spare = await call(createKey, { body: { name: 'Spare', environment: 'SANDBOX' } });
  const reason = 'More customers than the present limit lets through.';
  const { request } = await call(requestRateLimit, {
    params: { id: key.id },
    body: { requestedLimit: 10, reason },
  });
  const transfer = await call(requestTokens, { body: {} });
  const cli = await logInCli(app, { call });
  return {
    email,
    session: session.access_token,
    cliToken: cli.token,
    apiKey: spare.key,
    ids: [key.id, spare.id, request.id, transfer.id, cli.deviceId],
  };
};

// A call may end the session that makes it. It is begun anew, but not each time: that would hash a password each time.
const renewals = 10;

export const createRenewal = (app: TestApp, caller: Caller) => {
  let left = renewals;
  return async ({ headers }: HttpRequest) => {
    const own = [`Bearer ${caller.session}`, `Bearer ${caller.cliToken}`];
    if (left === 0 || !own.includes(String(headers.authorization))) return;
    left -= 1;
    const signedIn = await app.signIn(caller.email);
    caller.session = signedIn.session.access_token;
    // So many devices in an hour are limited for a person, and here they are one test after the other.
    await app.deps.throttles.of(costPerHour('devices')).delete(signedIn.user.id);
    caller.cliToken = (await logInCli(app, signedIn)).token;
  };
};

type Shown = 'nothing' | 'session' | 'cli' | 'api-key' | 'x-api-key';

// It is mostly what the endpoint wants.
export const mostly: Record<Endpoint['auth'], Shown> = {
  public: 'nothing',
  'any-session': 'session',
  'signed-in': 'session',
  'verified-or-reset': 'session',
  verified: 'session',
  cli: 'cli',
  'api-key': 'api-key',
  operator: 'nothing',
};

export const credentialsFor = ({ auth }: Endpoint): fc.Arbitrary<Shown> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(mostly[auth]) },
    { weight: 1, arbitrary: fc.constantFrom<Shown>('nothing', 'session', 'cli', 'api-key', 'x-api-key') },
  );

// Read at the time of sending: a session that ended may have been begun anew.
export const headersOf = (shown: Shown, caller: Caller): Headers => {
  switch (shown) {
    case 'nothing':
      return {};
    case 'session':
      return { authorization: `Bearer ${caller.session}` };
    case 'cli':
      return { authorization: `Bearer ${caller.cliToken}` };
    case 'api-key':
      return { authorization: `Bearer ${caller.apiKey}` };
    case 'x-api-key':
      return { 'x-api-key': caller.apiKey };
  }
};
