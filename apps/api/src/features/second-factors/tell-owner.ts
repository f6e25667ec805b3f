// The owner learns of every change of what guards the account: in the activity log and by mail.

import type { AccountActivityType } from '@ballast/contract/activities';
import type { Db } from '../../db/connections/open.ts';
import type { news } from '../../email/email.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import type { FactorRow } from '../../identity/factors/tables.ts';
import type { Owner } from '../../identity/owner.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';

type Told = Pick<FactorRow, 'id' | 'name'>;
type News = (typeof news)[number];

// What was added can be taken back by an owner who did not add it.
const tell =
  (type: AccountActivityType, what: News, isAddition: boolean) =>
  async (deps: Deps, tx: Db, actor: Actor, owner: Owner, { id, name }: Told) => {
    const description = `${name}, from ${actor.client.address}`;
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type, description });
    const undo = isAddition ? ({ kind: 'factor', id } as const) : null;
    await mailSecurityNotice(deps, tx, actor, owner, { template: 'security-news', news: what, name }, undo);
  };

export const tellAdded = tell('second_factor_added', 'factor-added', true);
export const tellRemoved = tell('second_factor_removed', 'factor-removed', false);
export const tellCodesMade = tell('recovery_codes_created', 'recovery-codes-made', true);
export const tellCodesRemoved = tell('second_factor_removed', 'recovery-codes-removed', false);

export const tellCodeUsed = async (deps: Deps, tx: Db, actor: Actor, owner: Owner, left: number) => {
  const description = `${left} left, from ${actor.client.address}`;
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'recovery_code_used', description });
  await mailSecurityNotice(deps, tx, actor, owner, {
    template: 'security-news',
    news: 'recovery-code-used',
    left,
  });
};
