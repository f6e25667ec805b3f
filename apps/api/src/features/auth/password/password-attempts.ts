// Where a guess at a password counts, and where it waits to be checked.
import type { Deps } from '../../../http/deps.ts';
import type { Owner, Visitor } from '../../../identity/actor.ts';
import type { QueueCaller } from '../../../identity/passwords/password-queue.ts';
import { readKnownDevice } from '../../../identity/sessions/known-devices.ts';
import {
  consume,
  consumeByCaller,
  consumeByNetwork,
  isSignedIn,
} from '../../../identity/throttling/throttles.ts';
import type { Cookies } from '../../../runtime/cookies.ts';
import { networkOf } from '../../../runtime/network/address.ts';
import {
  passwordProofPerAccount,
  signInPerAccount,
  signInPerAccountAndAddress,
  signInPerAddress,
  signInPerDevice,
  signInPerKnownAccount,
} from '../limits.ts';

type Attempt = { caller: QueueCaller; forget: () => Promise<unknown> };

// For an address without an account, so that the same work is done.
const nobody = { id: 'nobody', passwordHash: null, deviceNumber: 0 };

// Strangers who try an address take no place from its owner elsewhere.
export const strangerOf = ({ client }: Visitor, email: string): QueueCaller => {
  const line = networkOf(client.address);
  return { account: `${email.toLowerCase()} ${line}`, line };
};

// A sign-in without the cookie is a new device each time, so the devices of a network share a line, apart from its strangers.
const countForDevice = async (
  { throttles }: Deps,
  { client }: Visitor,
  ownerId: string,
  device: string,
): Promise<Attempt> => {
  await consume(throttles.of(signInPerDevice), device);
  await consume(throttles.of(signInPerKnownAccount), ownerId);
  return {
    caller: { account: device, line: `known ${networkOf(client.address)}` },
    forget: () => throttles.of(signInPerDevice).delete(device),
  };
};

// Counted before the password is checked, so that concurrent attempts count; a right password clears the count.
export const countAttempt = async (
  deps: Deps,
  actor: Visitor,
  cookies: Cookies,
  address: string,
  owner: Owner | undefined,
): Promise<Attempt> => {
  const { throttles } = deps;
  const email = address.toLowerCase();
  const known = owner ?? nobody;
  const device = readKnownDevice(deps, cookies, known);
  if (device) return countForDevice(deps, actor, known.id, device);

  const caller = strangerOf(actor, email);
  // A right password does not clear what its hash cost the network.
  if (isSignedIn(actor)) await consumeByCaller(throttles.of(passwordProofPerAccount), actor);
  await consumeByNetwork(throttles.of(signInPerAddress), actor);
  await consume(throttles.of(signInPerAccountAndAddress), caller.account);
  await consume(throttles.of(signInPerAccount), email);
  const forget = () =>
    Promise.all([
      throttles.of(signInPerAccountAndAddress).delete(caller.account),
      throttles.of(signInPerAccount).delete(email),
    ]);
  return { caller, forget };
};
