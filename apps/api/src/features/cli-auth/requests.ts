import { cliLimits, cliMessages, type startCliAuth } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import type { Received } from '@ballast/contract/http/endpoint';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { onUniqueViolation } from '../../db/error-codes.ts';
import type { Deps } from '../../http/deps.ts';
import type { Visitor } from '../../identity/actor.ts';
import { extentOf } from '../../identity/cli/cli-tokens.ts';
import { type CliRequestRow, cliRequests } from '../../identity/cli/tables.ts';
import { matchesChallenge, storedChallenge } from '../../identity/proofs/code-challenge.ts';
import { consumeByNetwork, consumeToken } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { cliLoginPerAddress } from './limits.ts';
import { clientNetwork, makePairingCode } from './pairing-code.ts';

export const findRequest = async (tx: Db, state: string): Promise<CliRequestRow | undefined> =>
  (await tx.select().from(cliRequests).where(eq(cliRequests.state, state)))[0];

export const lockRequest = async (tx: Db, state: string): Promise<CliRequestRow | undefined> =>
  (await tx.select().from(cliRequests).where(eq(cliRequests.state, state)).for('update'))[0];

// An older version would grant everything to a tool that requested less. It reads only the plain form, so such a request is
// unknown to it.
const limitedMark = 'limited:';

const challengeToStore = (
  codeChallenge: string,
  { scopes, expiresInDays }: Pick<CliRequestRow, 'scopes' | 'expiresInDays'>,
) => `${extentOf(scopes, expiresInDays) === 'limited' ? limitedMark : ''}${storedChallenge(codeChallenge)}`;

export const isMadeWith = ({ codeChallenge }: CliRequestRow, codeVerifier: string) =>
  matchesChallenge(
    codeChallenge.startsWith(limitedMark) ? codeChallenge.slice(limitedMark.length) : codeChallenge,
    codeVerifier,
  );

export const isExpired = ({ expiresAt }: CliRequestRow, now: Date) => expiresAt <= now;

// Only guesses count, so that many tools behind one address may wait.
export const unknownRequest = async (deps: Deps, actor: Visitor) => {
  await consumeToken(deps, actor, 'command line');
  return new Failure('not_found', { message: cliMessages.unknown });
};

export const alreadyUsed = () => new Failure('cli_request_used', { message: cliMessages.used });

type NewRequest = Received<typeof startCliAuth>['body'];

export const startRequest = async (deps: Deps, actor: Visitor, newRequest: NewRequest) => {
  const { address } = actor.client;
  await consumeByNetwork(deps.throttles.of(cliLoginPerAddress), actor);
  const { state, codeChallenge, deviceName, loopback = true } = newRequest;
  const extent = {
    scopes: newRequest.scopes ?? [...cliScopes],
    expiresInDays: newRequest.expiresInDays ?? null,
  };
  const pairingCode = makePairingCode();
  const expiresAt = secondsAfter(deps.now(), cliLimits.requestMinutes * 60);
  const request = {
    state,
    codeChallenge: challengeToStore(codeChallenge, extent),
    deviceName,
    pairingCode,
    address,
    network: clientNetwork(actor.client),
    loopback,
    ...extent,
    expiresAt,
  };
  const message = cliMessages.stateTaken;
  await deps.db
    .insert(cliRequests)
    .values(request)
    .catch(onUniqueViolation(() => new Failure('conflict', { message, fields: { state: message } })));
  return { pairingCode, expiresAt: expiresAt.toISOString() };
};
