// Replaces a secret while the portal runs. Every process accepts the new value before one uses it, stored values are rewritten,
// and the old value is removed once nothing needs it.
import { setTimeout } from 'node:timers/promises';
import type { RotatedSecret, SecretKind } from '@ballast/contract/operator/operator';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { rewriteKeys } from '../../../key-check/rewrite-keys.ts';
import { firstOf, withId } from '../../../runtime/secret-values/keyed-secret.ts';
import { makeSecretValue, variableOf } from '../../../runtime/secret-values/secret-kinds.ts';
import { recordSecrets } from '../../../secrets/fingerprints.ts';
import { dropOldSecrets, readOldSecrets } from '../../../secrets/old-secrets.ts';
import { rewriteAllSealed } from '../../../secrets/rewrite-sealed.ts';
import { type Secrets, seenWithinMs } from '../../../secrets/secrets.ts';
import { recordAlone } from '../log/operator-log.ts';

type Change = NonNullable<ReturnType<Secrets['change']>>;

// The embedded database has one process, which sees its own change at once.
const untilEverybodySees = async ({ config }: Deps) => {
  if (config.databaseUrl) await setTimeout(2 * seenWithinMs);
};

const comingId = async (deps: Deps, kind: SecretKind) =>
  (await readOldSecrets(deps, kind)).find(({ isToCome }) => isToCome)?.id;

const nothing = { changed: 0, unreadable: 0, factors: 0 };
const rewriteStored = async (deps: Deps, kind: SecretKind) => {
  if (kind === 'signing') return nothing;
  // Stored answers expire within a day, so they are not counted.
  const { factors = 0 } = kind === 'encryption' ? await rewriteAllSealed(deps) : {};
  return { ...(await rewriteKeys(deps, kind)), factors };
};

const addValue = async (deps: Deps, kind: SecretKind, change: Change) => {
  const made = withId(makeSecretValue[kind]());
  change((list) => [...list, made]);
  await recordSecrets(deps.db, deps.secrets, deps.now());
  return made.id;
};

const putFirst = async (deps: Deps, change: Change, id: string) => {
  await untilEverybodySees(deps);
  // The value that is replaced was in use until now.
  await recordSecrets(deps.db, deps.secrets, deps.now());
  change((list) => [...list.filter((each) => each.id === id), ...list.filter((each) => each.id !== id)]);
  await recordSecrets(deps.db, deps.secrets, deps.now());
  await untilEverybodySees(deps);
};

// After an interrupted rotation with the new value already in use, only the remaining rows are rewritten.
const replaceValue = async (deps: Deps, kind: SecretKind, change: Change) => {
  const coming = await comingId(deps, kind);
  const left = coming ? nothing : await rewriteStored(deps, kind);
  if (left.changed || left.factors) return left;
  await putFirst(deps, change, coming ?? (await addValue(deps, kind, change)));
  return rewriteStored(deps, kind);
};

export const rotateSecret = async (deps: Deps, secret: SecretKind): Promise<RotatedSecret> => {
  const change = deps.secrets.change(secret);
  const counts = await (change ? replaceValue(deps, secret, change) : rewriteStored(deps, secret));
  const removed = await dropOldSecrets(deps, secret);
  const others = await readOldSecrets(deps, secret);
  return {
    secret,
    source: change ? 'file' : 'environment',
    variable: variableOf[secret],
    currentId: firstOf(deps.secrets.list(secret)).id,
    ...counts,
    others: others.map((each) => ({ ...each, neededUntil: each.neededUntil?.toISOString() ?? null })),
    removed,
    proposal: change || others.length ? null : withId(makeSecretValue[secret]()),
  };
};

const idsOf = ({ secrets }: Deps, kind: SecretKind) => secrets.list(kind).map(({ id }) => id);

// The steps of a rotation are not undone when a later one fails, so the entry is written in any case.
export const rotateAndRecord = async (
  deps: Deps,
  actor: Operator,
  secret: SecretKind,
): Promise<RotatedSecret> => {
  const before = idsOf(deps, secret);
  let rewritten: Pick<RotatedSecret, 'changed' | 'unreadable' | 'factors'> | null = null;
  try {
    const rotated = await rotateSecret(deps, secret);
    const { changed, unreadable, factors } = rotated;
    rewritten = { changed, unreadable, factors };
    return rotated;
  } finally {
    const after = { ids: idsOf(deps, secret), ...(rewritten ?? { failed: true }) };
    await recordAlone(deps, actor, {
      action: 'secrets rotate',
      target: `secret ${secret}`,
      before: { ids: before },
      after,
    });
  }
};
