import { randomInt } from 'node:crypto';
import { cliLimits, cliMessages } from '@ballast/contract/cli-auth';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { Failure } from '../../http/failure.ts';
import type { Visitor } from '../../identity/actor.ts';
import { cliRequests } from '../../identity/tables.ts';
import { consumeByNetwork } from '../../identity/throttles.ts';
import type { Deps } from '../../runtime/deps.ts';
import { secondsAfter } from '../../runtime/times.ts';

// Without vowels no code is a word by chance; 0, O, 1, I and L are left out because they look alike.
const readable = 'BCDFGHJKMNPQRSTVWXYZ23456789';
const pairingGroup = 4;

const makePairingCode = () => {
  const group = () =>
    Array.from({ length: pairingGroup }, () => readable.charAt(randomInt(readable.length))).join('');
  return `${group()}-${group()}`;
};

type NewRequest = { state: string; codeChallenge: string; deviceName: string };

export const startRequest = async (deps: Deps, actor: Visitor, newRequest: NewRequest) => {
  const { address } = actor.client;
  await consumeByNetwork(deps.throttles.cliLoginPerAddress, actor);
  const { state, codeChallenge, deviceName } = newRequest;
  const pairingCode = makePairingCode();
  const expiresAt = secondsAfter(deps.now(), cliLimits.requestMinutes * 60);
  const request = {
    state,
    codeChallenge: `s256:${codeChallenge}`,
    deviceName,
    pairingCode,
    address,
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
