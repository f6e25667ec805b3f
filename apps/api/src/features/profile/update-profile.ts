import type { ProfileUpdate } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Actor } from '../../identity/actor.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { users } from '../../identity/tables.ts';
import { toUser } from '../../identity/users.ts';
import { Failure } from '../../runtime/failure.ts';

const fieldNames = {
  fullName: 'full name',
  companyName: 'company name',
  companySize: 'company size',
  useCase: 'use case',
  website: 'website',
} as const;

type Field = keyof typeof fieldNames;
const fields = Object.keys(fieldNames) as Field[];

const sentence = (changed: Field[]) => {
  const words = changed.map((field) => fieldNames[field]).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const updateProfile = (deps: Deps, actor: Actor, ownerId: string, update: ProfileUpdate) =>
  deps.db.transaction(async (tx) => {
    const before = await holdAccount(deps, tx, ownerId);
    if (!before) throw new Failure('unauthorized');

    const requested = { ...update, website: update.website === '' ? null : update.website };
    const changed = fields.filter(
      (field) => requested[field] !== undefined && requested[field] !== before[field],
    );
    if (!changed.length) return toUser(before);

    const values = Object.fromEntries(changed.map((field) => [field, requested[field]]));
    const [after] = await tx
      .update(users)
      .set({ ...values, updatedAt: deps.now() })
      .where(eq(users.id, ownerId))
      .returning();
    if (!after) throw new Failure('unauthorized');
    const description = sentence(changed);
    await recordActivity(deps, tx, actor, { ownerId, type: 'profile_updated', description });
    return toUser(after);
  });
