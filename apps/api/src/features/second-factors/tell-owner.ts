// Every change of a factor is in the activity log and in a mail.
import type { AccountActivityType } from '@ballast/contract/activities';
import type { Db } from '../../db/connections/open.ts';
import type { MailKind } from '../../email/mail-kinds.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import type { FactorRow } from '../../identity/factors/tables.ts';
import { accountMails } from '../../identity/mails.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { factorMails } from './mails.ts';

type NamedFactor = Pick<FactorRow, 'id' | 'name'>;

const tell =
  (type: AccountActivityType, kind: MailKind<{ name: string }>, isAddition: boolean) =>
  async (deps: Deps, tx: Db, actor: Actor, owner: Owner, { id, name }: NamedFactor) => {
    const description = `${name}, from ${actor.client.address}`;
    await recordActivity(deps, tx, actor, { ownerId: owner.id, type, description });
    const undo = isAddition ? ({ kind: 'factor', id } as const) : null;
    await mailSecurityNotice(deps, tx, actor, owner, kind, { name }, undo);
  };

export const tellAdded = tell('second_factor_added', factorMails.factorAdded, true);
export const tellRemoved = tell('second_factor_removed', accountMails.factorRemoved, false);
export const tellCodesMade = tell('recovery_codes_created', factorMails.recoveryCodesMade, true);
export const tellCodesRemoved = tell('second_factor_removed', factorMails.recoveryCodesRemoved, false);

export const tellCodeUsed = async (deps: Deps, tx: Db, actor: Actor, owner: Owner, left: number) => {
  const description = `${left} left, from ${actor.client.address}`;
  await recordActivity(deps, tx, actor, { ownerId: owner.id, type: 'recovery_code_used', description });
  await mailSecurityNotice(deps, tx, actor, owner, factorMails.recoveryCodeUsed, { left });
};
