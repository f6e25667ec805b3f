// The pairing code ties a request to its person's terminal. On one network the person compares it; from elsewhere they type it,
// because anybody can send a link.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { cliLimits, cliMessages, plainPairingCode } from '@ballast/contract/cli/cli-auth';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Client, Visitor } from '../../identity/actor.ts';
import { type CliRequestRow, cliRequests } from '../../identity/cli/tables.ts';
import { tokenPerAddress } from '../../identity/throttling/limits.ts';
import { consume, consumeByNetwork } from '../../identity/throttling/throttles.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import { networkOf } from '../../runtime/network/address.ts';
import { pairingPerAccount } from './limits.ts';

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1';

// Behind an untrusted proxy all callers have the proxy's address.
export const clientNetwork = ({ address, behindUnknownProxy }: Client): string | null => {
  if (!address || behindUnknownProxy) return null;
  return isLoopback(address) ? 'loopback' : networkOf(address);
};

// Without vowels no code is a word by chance; 0, O, 1, I and L are left out because they look alike.
const readable = 'BCDFGHJKMNPQRSTVWXYZ23456789';
const pairingGroup = cliLimits.pairingLetters / 2;

export const makePairingCode = () => {
  const group = () =>
    Array.from({ length: pairingGroup }, () => readable.charAt(randomInt(readable.length))).join('');
  return `${group()}-${group()}`;
};

const isSameCode = (typed: string, shown: string) => {
  const [a, b] = [typed, shown].map((code) => Buffer.from(plainPairingCode(code))) as [Buffer, Buffer];
  return a.length === b.length && timingSafeEqual(a, b);
};

export const needsPairing = ({ network }: CliRequestRow, { client }: Visitor) =>
  network === null || network !== clientNetwork(client);

// For guesses at many requests; each ends after a few wrong codes.
export const consumePairing = async (deps: Deps, actor: Actor, code: string | undefined) => {
  if (!code) return;
  await consume(deps.throttles.of(pairingPerAccount), actor.user.id);
  await consumeByNetwork(deps.throttles.of(tokenPerAddress), actor);
};

// The refusal of a code, or null. It is returned and not thrown, because the count of wrong codes must be stored. The caller holds
// the request's row.
export const refuseCode = async (
  deps: Deps,
  tx: Db,
  actor: Actor,
  ownerId: string,
  request: CliRequestRow,
  code: string | undefined,
): Promise<Failure | null> => {
  if (!needsPairing(request, actor)) return null;
  if (!code || !plainPairingCode(code)) return invalidField('pairingCode', cliMessages.pairingCodeRequired);
  if (isSameCode(code, request.pairingCode)) return null;

  const wrongCodes = request.wrongCodes + 1;
  const left = cliLimits.pairingTries - wrongCodes;
  await tx
    .update(cliRequests)
    .set({ wrongCodes, ...(left > 0 ? {} : { status: 'denied' }) })
    .where(eq(cliRequests.state, request.state));
  if (left > 0) return invalidField('pairingCode', cliMessages.wrongPairingCode(left));
  await recordActivity(deps, tx, actor, { ownerId, type: 'cli_denied', description: request.deviceName });
  return new Failure('cli_request_used', { message: cliMessages.tooManyWrongCodes });
};
