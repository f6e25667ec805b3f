import {
  type CliRequest,
  cliLimits,
  cliMessages,
  type completeCliAuth,
} from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import type { Received } from '@ballast/contract/http/endpoint';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner, Visitor } from '../../identity/actor.ts';
import { isTokenAlive, scopesOf } from '../../identity/cli/cli-tokens.ts';
import { type CliRequestRow, cliRequests, cliTokens } from '../../identity/cli/tables.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { Failure } from '../../runtime/failure.ts';
import { secondsAfter } from '../../runtime/times.ts';
import { cliMails } from './mails.ts';
import { consumePairing, needsPairing, refuseCode } from './pairing-code.ts';
import { alreadyUsed, findRequest, isExpired, lockRequest, unknownRequest } from './requests.ts';

const refuseClosed = async (deps: Deps, actor: Visitor, request: CliRequestRow | undefined) => {
  if (!request) throw await unknownRequest(deps, actor);
  if (request.status !== 'pending') throw alreadyUsed();
  if (isExpired(request, deps.now())) {
    throw new Failure('cli_request_expired', { message: cliMessages.expired });
  }
  return request;
};

const refuseClosedRequest = async (deps: Deps, actor: Visitor, state: string) =>
  refuseClosed(deps, actor, await findRequest(deps.db, state));

export const readRequest = async (deps: Deps, actor: Visitor, state: string): Promise<CliRequest> => {
  const request = await refuseClosedRequest(deps, actor, state);
  const { deviceName, address, loopback, expiresAt, expiresInDays } = request;
  const pairingRequired = needsPairing(request, actor);
  const pairingCode = pairingRequired ? null : request.pairingCode;
  return {
    deviceName,
    pairingCode,
    pairingRequired,
    address,
    loopback,
    expiresAt: expiresAt.toISOString(),
    scopes: scopesOf(request),
    expiresInDays,
  };
};

// A copy of an old session must not reach production keys. A closed request is refused first.
export const asksForProduction = async (deps: Deps, actor: Visitor, state: string) =>
  scopesOf(await refuseClosedRequest(deps, actor, state)).includes('keys:production');

type Answer = { status: 'authorized'; userId: string; expiresAt: Date } | { status: 'denied' };

// The update decides, so that one of two concurrent answers counts.
const answerRequest = async (deps: Deps, tx: Db, actor: Actor, state: string, answer: Answer) => {
  const [request] = await tx
    .update(cliRequests)
    .set(answer)
    .where(
      and(
        eq(cliRequests.state, state),
        eq(cliRequests.status, 'pending'),
        gt(cliRequests.expiresAt, deps.now()),
      ),
    )
    .returning();
  if (request) return request;
  await refuseClosed(deps, actor, await findRequest(tx, state));
  throw alreadyUsed();
};

// Requests that are authorized and not fetched yet count as devices. The caller holds the account.
const refuseTooMany = async (deps: Deps, tx: Db, ownerId: string) => {
  const now = deps.now();
  const devices = and(eq(cliTokens.userId, ownerId), eq(cliTokens.kind, 'device'), isTokenAlive(now));
  const coming = and(
    eq(cliRequests.userId, ownerId),
    eq(cliRequests.status, 'authorized'),
    gt(cliRequests.expiresAt, now),
  );
  if ((await tx.$count(cliTokens, devices)) + (await tx.$count(cliRequests, coming)) >= cliLimits.devices)
    throw new Failure('conflict', { message: cliMessages.tooManyDevices });
};

type Authorization = Received<typeof completeCliAuth>['body'];

export const authorizeRequest = async (
  deps: Deps,
  actor: Actor,
  owner: Owner,
  { state, pairingCode }: Authorization,
) => {
  await consumePairing(deps, actor, pairingCode);
  const answered = await deps.db.transaction(async (tx) => {
    await holdActor(tx, actor);
    await refuseTooMany(deps, tx, owner.id);
    const open = await refuseClosed(deps, actor, await lockRequest(tx, state));
    const refusal = await refuseCode(deps, tx, actor, owner.id, open, pairingCode);
    if (refusal) return refusal;
    const { deviceName, address, ...extent } = await answerRequest(deps, tx, actor, state, {
      status: 'authorized',
      userId: owner.id,
      expiresAt: secondsAfter(deps.now(), cliLimits.fetchSeconds),
    });
    const entry = { ownerId: owner.id, type: 'cli_login', description: deviceName } as const;
    await recordActivity(deps, tx, actor, entry);
    const scopes = scopesOf(extent);
    const device = { deviceName, address, ...(scopes.length < cliScopes.length ? { scopes } : {}) };
    await mailSecurityNotice(deps, tx, actor, owner, cliMails.cliAuthorized, device);
    return { message: cliMessages.authorized };
  });
  if (answered instanceof Failure) throw answered;
  return answered;
};

export const denyRequest = (deps: Deps, actor: Actor, ownerId: string, state: string) =>
  deps.db.transaction(async (tx) => {
    const { deviceName: description } = await answerRequest(deps, tx, actor, state, { status: 'denied' });
    await recordActivity(deps, tx, actor, { ownerId, type: 'cli_denied', description });
    return { message: cliMessages.denied };
  });
