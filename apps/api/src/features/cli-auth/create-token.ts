// A recently proven person, or another token, makes a token for a machine. It has no more scopes and no longer life than its
// maker, and ends with it.
import { cliLimits, cliMessages, type createCliToken } from '@ballast/contract/cli/cli-auth';
import type { Received } from '@ballast/contract/http/endpoint';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { scopeMissing } from '../../http/access/requirements.ts';
import type { Deps } from '../../http/deps.ts';
import type { Once } from '../../http/idempotency/answer-once.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { insertCliToken, isTokenAlive } from '../../identity/cli/cli-tokens.ts';
import { cliTokens } from '../../identity/cli/tables.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
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
  const daysLeft = Math.floor((grant.expiresAt.getTime() - now.getTime()) / dayMs);
  throw invalidField('expiresInDays', cliMessages.outlivesMaker(daysLeft));
};

// The caller holds the account, so that concurrent calls count one by one.
const refuseTooMany = async (deps: Deps, tx: Db, ownerId: string) => {
  const mine = and(eq(cliTokens.userId, ownerId), eq(cliTokens.kind, 'machine'), isTokenAlive(deps.now()));
  if ((await tx.$count(cliTokens, mine)) >= cliLimits.machineTokens)
    throw new Failure('conflict', { message: cliMessages.tooManyTokens });
};

export const createToken = (deps: Deps, actor: Actor, owner: Owner, wanted: Wanted, once: Once) => {
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
