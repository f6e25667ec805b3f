import { cliMessages } from '@ballast/contract/cli/cli-auth';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Visitor } from '../../identity/actor.ts';
import { extentOf } from '../../identity/cli/cli-tokens.ts';
import { type CliRequestRow, cliRequests } from '../../identity/cli/tables.ts';
import { matchesChallenge, storedChallenge } from '../../identity/proofs/code-challenge.ts';
import { consumeToken } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';

export const findRequest = async (tx: Db, state: string): Promise<CliRequestRow | undefined> =>
  (await tx.select().from(cliRequests).where(eq(cliRequests.state, state)))[0];

// Nobody else changes the request until the transaction ends.
export const lockRequest = async (tx: Db, state: string): Promise<CliRequestRow | undefined> =>
  (await tx.select().from(cliRequests).where(eq(cliRequests.state, state)).for('update'))[0];

// A version before scopes would give everything to a tool that asked for less. It knows the plain form alone, so that
// such a request is not there for it.
const limitedMark = 'limited:';

export const challengeToStore = (
  codeChallenge: string,
  { scopes, expiresInDays }: Pick<CliRequestRow, 'scopes' | 'expiresInDays'>,
) => `${extentOf(scopes, expiresInDays) === 'limited' ? limitedMark : ''}${storedChallenge(codeChallenge)}`;

export const isMadeWith = ({ codeChallenge }: CliRequestRow, codeVerifier: string) =>
  matchesChallenge(
    codeChallenge.startsWith(limitedMark) ? codeChallenge.slice(limitedMark.length) : codeChallenge,
    codeVerifier,
  );

export const isExpired = ({ expiresAt }: CliRequestRow, now: Date) => expiresAt <= now;

// Only guesses count here, so that many tools behind one address may wait as long as they like.
export const unknownRequest = async (deps: Deps, actor: Visitor) => {
  await consumeToken(deps, actor, 'command line');
  return new Failure('not_found', { message: cliMessages.unknown });
};

export const alreadyUsed = () => new Failure('cli_request_used', { message: cliMessages.used });
