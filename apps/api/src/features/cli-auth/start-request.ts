import { cliLimits, cliMessages, type startCliAuth } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import type { Received } from '@ballast/contract/http/endpoint';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Deps } from '../../http/deps.ts';
import type { Visitor } from '../../identity/actor.ts';
import { cliRequests } from '../../identity/cli/tables.ts';
import { consumeByNetwork } from '../../identity/throttling/throttles.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { clientNetwork } from './client-network.ts';
import { cliLoginPerAddress } from './limits.ts';
import { makePairingCode } from './pairing-code.ts';
import { challengeToStore } from './requests.ts';

type NewRequest = Received<typeof startCliAuth>['body'];

export const startRequest = async (deps: Deps, actor: Visitor, newRequest: NewRequest) => {
  const { address } = actor.client;
  await consumeByNetwork(deps.throttles.of(cliLoginPerAddress), actor);
  const { state, codeChallenge, deviceName, loopback = true } = newRequest;
  const asked = {
    scopes: newRequest.scopes ?? [...cliScopes],
    expiresInDays: newRequest.expiresInDays ?? null,
  };
  const pairingCode = makePairingCode();
  const expiresAt = secondsAfter(deps.now(), cliLimits.requestMinutes * 60);
  const request = {
    state,
    codeChallenge: challengeToStore(codeChallenge, asked),
    deviceName,
    pairingCode,
    address,
    network: clientNetwork(actor.client),
    loopback,
    ...asked,
    expiresAt,
  };
  try {
    await deps.db.insert(cliRequests).values(request);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Failure('conflict', {
      message: cliMessages.stateTaken,
      fields: { state: cliMessages.stateTaken },
    });
  }
  return { pairingCode, expiresAt: expiresAt.toISOString() };
};
