// The pairing code ties a request to the terminal that its person has in front of them. When terminal and browser call from
// one network, the person compares it. From anywhere else they type it, because anybody can send anybody a link.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { cliLimits, cliMessages, plainPairingCode } from '@ballast/contract/cli/cli-auth';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Visitor } from '../../identity/actor.ts';
import { type CliRequestRow, cliRequests } from '../../identity/cli/tables.ts';
import { tokenPerAddress } from '../../identity/throttling/limits.ts';
import { consume, consumeByNetwork } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';
import { clientNetwork } from './client-network.ts';
import { pairingPerAccount } from './limits.ts';

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

// An unknown network is never the same as another one.
export const needsPairing = ({ network }: CliRequestRow, { client }: Visitor) =>
  network === null || network !== clientNetwork(client);

// Each request ends after a few wrong codes; these limits hold for guesses at many requests.
export const consumePairing = async (deps: Deps, actor: Actor, code: string | undefined) => {
  if (!code) return;
  await consume(deps.throttles.of(pairingPerAccount), actor.user.id);
  // Many accounts of one network guess no more than one does.
  await consumeByNetwork(deps.throttles.of(tokenPerAddress), actor);
};

const wrongField = (message: string) =>
  new Failure('validation_failed', { message, fields: { pairingCode: message } });

// This says why the code does not let the request's terminal in, or nothing. The refusal is given back and not thrown,
// because the count of wrong codes must be kept. The caller holds the request's row, so that codes that are sent at once count one by one.
export const refuseCode = async (
  deps: Deps,
  tx: Db,
  actor: Actor,
  ownerId: string,
  request: CliRequestRow,
  code: string | undefined,
): Promise<Failure | null> => {
  if (!needsPairing(request, actor)) return null;
  if (!code || !plainPairingCode(code)) return wrongField(cliMessages.pairingCodeRequired);
  if (isSameCode(code, request.pairingCode)) return null;

  const wrongCodes = request.wrongCodes + 1;
  const left = cliLimits.pairingTries - wrongCodes;
  await tx
    .update(cliRequests)
    .set({ wrongCodes, ...(left > 0 ? {} : { status: 'denied' }) })
    .where(eq(cliRequests.state, request.state));
  if (left > 0) return wrongField(cliMessages.wrongPairingCode(left));
  await recordActivity(deps, tx, actor, { ownerId, type: 'cli_denied', description: request.deviceName });
  return new Failure('cli_request_used', { message: cliMessages.tooManyWrongCodes });
};
