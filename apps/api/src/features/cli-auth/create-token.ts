// A token for a machine is made by a person who has just proven who they are, or with another token. No token makes one that may
// do more, or lives longer, than itself; and what it made goes when it is revoked.

import {
  cliLimits,
  cliMessages,
  type createCliToken,
  type NewCliToken,
} from '@ballast/contract/cli/cli-auth';
import type { Received } from '@ballast/contract/http/endpoint';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { scopeMissing } from '../../http/access/require-scope.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { insertCliToken, isTokenAlive } from '../../identity/cli/cli-tokens.ts';
import { cliTokens } from '../../identity/cli/tables.ts';
import { holdActor } from '../../identity/hold-actor.ts';
import type { Owner } from '../../identity/owner.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';

import { Failure } from '../../runtime/failure.ts';
import { daysAfter } from '../../runtime/times.ts';
import { toDevice } from './devices.ts';
import { cliMails } from './mails.ts';

type Wanted = Received<typeof createCliToken>['body'];

const dayMs = 24 * 3600 * 1000;

export const refuseWider = (deps: Deps, { grant }: Actor, { scopes, expiresInDays }: Wanted) => {
  if (!grant) return;
  const missing = scopes.find((scope) => !grant.scopes.includes(scope));
  if (missing) throw scopeMissing(missing);
  const now = deps.now();
  if (!grant.expiresAt || daysAfter(now, expiresInDays) <= grant.expiresAt) return;
  const message = cliMessages.outlivesMaker(Math.floor((grant.expiresAt.getTime() - now.getTime()) / dayMs));
  throw new Failure('validation_failed', { message, fields: { expiresInDays: message } });
};

// The caller holds the account, so that calls that come at once are counted one by one.
const refuseTooMany = async (deps: Deps, tx: Db, ownerId: string) => {
  const mine = and(eq(cliTokens.userId, ownerId), eq(cliTokens.kind, 'machine'), isTokenAlive(deps.now()));
  if ((await tx.$count(cliTokens, mine)) >= cliLimits.machineTokens)
    throw new Failure('conflict', { message: cliMessages.tooManyTokens });
};

export const createToken = (
  deps: Deps,
  actor: Actor,
  owner: Owner,
  wanted: Wanted,
  once: Once,
): Promise<NewCliToken> => {
  const create = async (tx: Db) => {
    await holdActor(tx, actor);
    const expiresAt = daysAfter(deps.now(), wanted.expiresInDays);
    await refuseTooMany(deps, tx, owner.id);
    const { token, row } = await insertCliToken(deps, tx, actor, owner.id, {
      deviceName: wanted.name,
      kind: 'machine',
      scopes: wanted.scopes,
      expiresAt,
      madeWith: actor.grant ? [...actor.grant.madeWith, actor.sessionId] : [],
    });
    const { address } = actor.client;
    const description = `${wanted.name} from ${address}`;
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'cli_token_created', description });
    const { name, scopes } = wanted;
    const created = { name, scopes, expiresAt: expiresAt.toISOString() };
    await mailSecurityNotice(deps, tx, actor, owner, cliMails.cliTokenCreated, created);
    return { ...toDevice(row), token };
  };
  return deps.db.transaction((tx) => once(tx, () => create(tx)));
};
