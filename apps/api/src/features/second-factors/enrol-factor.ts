import type * as contract from '@ballast/contract/auth/second-factor-calls';
import type { Answer, Received } from '@ballast/contract/http/endpoint';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { factors } from '../../identity/factors/tables.ts';
import { kindOf, readType } from './kind-of.ts';
import { chooseName, holdOwner, listVerified, refuseTooMany, requireSecondLevel } from './owned-factors.ts';

// A new factor replaces an unverified one of its kind.
export const enrolFactor = async (
  deps: Deps,
  actor: Actor,
  ownerId: string,
  wanted: Received<typeof contract.enrolFactor>['body'],
): Promise<Answer<typeof contract.enrolFactor>> => {
  const kind = kindOf({ type: readType(wanted.factor_type) });
  return deps.db.transaction(async (tx) => {
    const owner = await holdOwner(tx, actor);
    const verified = await listVerified(tx, ownerId);
    await requireSecondLevel(tx, actor, verified);
    refuseTooMany(verified);
    const name = chooseName(verified, wanted.friendly_name, kind.usualName);

    const isLeft = and(eq(factors.type, kind.type), eq(factors.status, 'unverified'));
    await tx.delete(factors).where(and(eq(factors.userId, ownerId), isLeft));
    const id = crypto.randomUUID();
    const now = deps.now();
    const { columns, shown } = kind.enrol(deps, owner, id);
    await tx.insert(factors).values({
      ...columns,
      id,
      userId: ownerId,
      type: kind.type,
      status: 'unverified',
      name,
      createdAt: now,
      updatedAt: now,
    });
    return { ...shown, id, type: kind.type, friendly_name: name };
  });
};
