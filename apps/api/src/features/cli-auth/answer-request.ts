// A person reads a request and answers it, once.
import { type CliRequest, cliLimits, cliMessages } from '@ballast/contract/cli-auth';
import { and, eq, gt } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { cliRequests, type UserRow } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { sendEmailQueue } from '../../email/email.ts';
import { Failure } from '../../http/failure.ts';
import { secondsAfter } from '../../times.ts';
import { displayName } from '../../users.ts';
import { findRequest, isOver, unknownRequest, used } from './requests.ts';

const findOpen = async (deps: Deps, tx: Db, state: string, client: Client) => {
  const request = await findRequest(tx, state);
  if (!request) throw await unknownRequest(deps, client);
  if (request.status !== 'pending') throw used();
  if (isOver(request, deps.now())) {
    throw new Failure('cli_request_expired', { message: cliMessages.expired });
  }
  return request;
};

export const openRequest = async (deps: Deps, state: string, client: Client): Promise<CliRequest> => {
  const { deviceName, pairingCode, address, expiresAt } = await findOpen(deps, deps.db, state, client);
  return { deviceName, pairingCode, address, expiresAt: expiresAt.toISOString() };
};

type Answer = { status: 'authorized'; userId: string; expiresAt: Date } | { status: 'denied' };

// The update decides, so that of two answers at once only one counts.
const answer = async (deps: Deps, tx: Db, state: string, answered: Answer, client: Client) => {
  const [request] = await tx
    .update(cliRequests)
    .set(answered)
    .where(
      and(
        eq(cliRequests.state, state),
        eq(cliRequests.status, 'pending'),
        gt(cliRequests.expiresAt, deps.now()),
      ),
    )
    .returning();
  if (request) return request;
  await findOpen(deps, tx, state, client);
  throw used();
};

export const authorizeRequest = (deps: Deps, user: UserRow, state: string, client: Client) =>
  deps.db.transaction(async (tx) => {
    const at = deps.now();
    const expiresAt = secondsAfter(at, cliLimits.fetchSeconds);
    const answered = { status: 'authorized', userId: user.id, expiresAt } as const;
    const { deviceName, address } = await answer(deps, tx, state, answered, client);
    await recordEntry(tx, { userId: user.id, type: 'cli_login', description: deviceName, client, at });
    await deps.jobs.enqueue(tx, sendEmailQueue, {
      template: 'cli-authorized',
      to: user.email,
      fullName: displayName(user),
      deviceName,
      address,
    });
    return { message: cliMessages.authorized };
  });

export const denyRequest = (deps: Deps, userId: string, state: string, client: Client) =>
  deps.db.transaction(async (tx) => {
    const { deviceName } = await answer(deps, tx, state, { status: 'denied' }, client);
    await recordEntry(tx, {
      userId,
      type: 'cli_denied',
      description: deviceName,
      client,
      at: deps.now(),
    });
    return { message: cliMessages.denied };
  });
