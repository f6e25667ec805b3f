// A value that was found in public is handled once, by the installation's policy.
import type { LeakPolicy } from '@ballast/contract/keys/key-leaks';
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import { recordActivity } from '../../../identity/activity-log.ts';
import { leakReport } from '../../../identity/actor.ts';
import { lockAccount } from '../../../identity/hold-account.ts';
import { isKeySecret, keyHashes } from '../../../key-check/key-secret.ts';
import { publishKeyChange } from '../../../key-check/lookup/publish-change.ts';
import { revokeKeys } from '../../../key-check/revoke-keys.ts';
import { type ApiKeyRow, apiKeys, replacedKeys } from '../../../key-check/tables.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { secondsAfter } from '../../../runtime/times.ts';
import { keyActivity, lockKeys, writeKey } from '../owned-key.ts';
import { replaceValue, stopPrevious } from '../rotate-key.ts';
import { leakSettings } from './settings.ts';
import { describeLeak, type LeakPlace, type LeakResult, mailLeak } from './tell-owner.ts';

// The key's own value, the one before it that may still pass, or one that stopped long ago.
type ReplacedRow = typeof replacedKeys.$inferSelect;
type FoundValue = { key: ApiKeyRow; replaced: ReplacedRow | null };

const isAmong = (column: SQLWrapper, hashes: string[]) => sql`${column} = any(${sql.param(hashes)}::text[])`;

const findValue = async (deps: Deps, tx: Db, value: string): Promise<FoundValue | null> => {
  const hashes = keyHashes(deps.tokenPepper, value);
  const [key] = await tx.select().from(apiKeys).where(isAmong(apiKeys.secretHash, hashes));
  if (key) return { key, replaced: null };
  const [found] = await tx
    .select({ key: apiKeys, replaced: replacedKeys })
    .from(replacedKeys)
    .innerJoin(apiKeys, eq(apiKeys.id, replacedKeys.keyId))
    .where(isAmong(replacedKeys.secretHash, hashes));
  return found ?? null;
};

// Whether it still opens something and was not reported before.
const isOpen = ({ key, replaced }: FoundValue, now: Date) => {
  if (key.revokedAt) return false;
  if (!replaced) return !key.leakedAt;
  return replaced.endsAt !== null && replaced.endsAt > now && !replaced.leakedAt;
};

const graceSeconds = 24 * 3600;

const endCurrent = async (
  deps: Deps,
  tx: Db,
  policy: LeakPolicy,
  { key }: FoundValue,
): Promise<LeakResult> => {
  const leaked = await writeKey(tx, key, { leakedAt: deps.now() });
  if (policy === 'notify') return { done: 'notify' };
  if (policy === 'revoke') {
    await revokeKeys(deps, tx, key.userId, [key.id]);
    return { done: 'revoke' };
  }
  const endsAt = secondsAfter(deps.now(), graceSeconds);
  await replaceValue(deps, tx, leaked, endsAt);
  return { done: 'rotate', endsAt };
};

// A replaced value in its grace period; the new one is not touched.
const endReplaced = async (
  deps: Deps,
  tx: Db,
  policy: LeakPolicy,
  { key, replaced }: FoundValue & { replaced: object },
): Promise<LeakResult> => {
  const latest = secondsAfter(deps.now(), graceSeconds);
  const endsAt =
    replaced.endsAt && (policy === 'notify' || replaced.endsAt < latest) ? replaced.endsAt : latest;
  await tx
    .update(replacedKeys)
    .set({ leakedAt: deps.now(), endsAt })
    .where(eq(replacedKeys.secretHash, replaced.secretHash));
  if (policy !== 'revoke') return { done: 'shorten', endsAt };
  await stopPrevious(tx, key.id);
  return { done: 'stop' };
};

const endValue = async (deps: Deps, tx: Db, value: string, ownerId: string, keyId: string) => {
  const owner = await lockAccount(tx, ownerId);
  await lockKeys(tx, ownerId, [keyId]);
  // A key that its owner has just deleted does not come back after this.
  await tx.update(apiKeys).set({ undoUntil: null }).where(eq(apiKeys.id, keyId));
  // Another report, a rotation or a deletion may have come first.
  const found = await findValue(deps, tx, value);
  if (!owner || !found || !isOpen(found, deps.now())) return null;
  const { key, replaced } = found;
  const policy = settingsOf(deps.config, leakSettings).policies[key.environment];
  const result = replaced
    ? await endReplaced(deps, tx, policy, { key, replaced })
    : await endCurrent(deps, tx, policy, found);
  return { owner, key, result };
};

// Returns whether the value is or was a key. A repeated report finds nothing left to do.
export const handleLeak = async (deps: Deps, value: string, place: LeakPlace): Promise<boolean> => {
  if (!isKeySecret(value)) return false;
  const known = await findValue(deps, deps.db, value);
  if (!known) return false;
  const { id: keyId, userId: ownerId, undoUntil } = known.key;
  if (!isOpen(known, deps.now()) && !undoUntil) return true;
  await publishKeyChange(deps, keyId, async (tx) => {
    const ended = await endValue(deps, tx, value, ownerId, keyId);
    if (!ended) return;
    const { owner, key, result } = ended;
    const description = describeLeak(key.name, place, result);
    await recordActivity(deps, tx, leakReport, keyActivity(key, 'key_leaked', description));
    await mailLeak(deps, tx, owner, key, place, result);
  });
  return true;
};
