// The people of the isolation matrix: a developer who owns something of every kind, another one, and one who has not
// verified their address.

import { changeEmail, forgotPassword } from '@ballast/contract/auth/auth';
import { startPasskeyRegistration, verifyPasskeyRegistration } from '@ballast/contract/auth/passkeys';
import { endSession } from '@ballast/contract/auth/session';
import { getTransfer, isSettled, requestTokens } from '@ballast/contract/faucet';
import type { Call } from '@ballast/contract/http/client';
import { createKey } from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { logInCli } from '../cli-login.ts';
import { newAuthenticator } from '../factors/passkeys.ts';
import { newAddress, type TestApp } from '../test-app.ts';

// How often somebody calls is not the subject, and limits go by the machine's clock.
export const liftLimits = ({ deps: { throttles } }: TestApp) => {
  const unlimited = () => new RateLimiterMemory({ points: 1_000_000, duration: 1 });
  throttles.of = () => Object.assign(unlimited(), { site: unlimited() });
};

export type World = Awaited<ReturnType<typeof openWorld>>;

let names = 0;
export const newName = () => {
  names += 1;
  return `key ${names}`;
};

export const newSandboxKey = (call: Call) =>
  call(createKey, { body: { name: newName(), environment: 'SANDBOX' } });

// A profile that is complete is what production keys need.
const onboarded = async (app: TestApp, email?: string) => {
  const person = await app.verifiedUser(email);
  const body = {
    fullName: 'Mara Okafor',
    companyName: 'Northwind',
    companySize: 'SOLO_DEVELOPER',
    useCase: 'GAMING',
  } as const;
  await person.call(updateProfile, { body });
  return person;
};

// Once it is settled, nothing of it changes by itself.
const settledTransfer = async (call: Call) => {
  const { id } = await call(requestTokens, { body: {} });
  return waitFor('the transfer to be settled', async () => {
    const transfer = await call(getTransfer, { params: { id } });
    if (!isSettled(transfer.status)) throw new Error(`it is ${transfer.status}`);
    return transfer;
  });
};

// A passkey that a browser has made and nobody has registered yet.
export const newPasskey = async (app: TestApp, call: Call) => {
  const { challenge_id, options } = await call(startPasskeyRegistration, { body: {} });
  return { challenge_id, credential: newAuthenticator(app).create(options) };
};

export const ownerOf = async (app: TestApp) => {
  const person = await onboarded(app, newAddress('owner'));
  const { call, email } = person;
  const sandboxKey = await newSandboxKey(call);
  const productionKey = await call(createKey, { body: { name: newName(), environment: 'PRODUCTION' } });
  await call(requestRateLimit, {
    params: { id: sandboxKey.id },
    body: { requestedLimit: 50, reason: 'We onboard three merchants in May.' },
  });
  const transfer = await settledTransfer(call);
  const device = await logInCli(app, person);
  const passkey = await call(verifyPasskeyRegistration, { body: await newPasskey(app, call) });
  // A request with the key leaves a row in the log.
  await fetch(`${app.url}/v1/key-check`, { headers: { authorization: `Bearer ${sandboxKey.key}` } });
  await app.deps.keyCheck.flushUsage();
  // A token's first use is written down.
  await device.call(getProfile);
  return { ...person, email, sandboxKey, productionKey, transfer, device, passkey };
};

export const openResetSession = async (app: TestApp, email: string) => {
  await app.call(forgotPassword, { body: { email } });
  return (await app.resetLink(email)).access_token ?? '';
};

// This link confirms a new address of the owner's.
export const changeLinkOf = async ({ app, owner }: World) => {
  const newEmail = newAddress('new');
  await owner.call(changeEmail, { body: { newEmail } });
  const mail = await app.waitForMail(newEmail, /^Confirm your new email/);
  return new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
};

export const openWorld = async (app: TestApp) => {
  liftLimits(app);
  const owner = await ownerOf(app);
  const other = await onboarded(app, newAddress('other'));
  const unverified = await app.signIn(await app.signUpUnverified(newAddress('unverified')));
  const revoked = await app.signIn(owner.email);
  await revoked.call(endSession, { query: { scope: 'local' } });
  return {
    app,
    owner,
    other: { ...other, key: await newSandboxKey(other.call) },
    unverified,
    revokedToken: revoked.session.access_token,
    resetToken: await openResetSession(app, owner.email),
  };
};
