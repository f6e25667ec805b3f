// Before anything is served: the secrets of this process must be those that the database was used with.

import { type SecretKind, secretKinds } from '@ballast/contract/operator/operator';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { factsOf } from '../../db/owned.ts';
import { StartupProblem } from '../../runtime/failure.ts';
import { fingerprintOf } from '../../runtime/secret-values/keyed-secret.ts';
import { variableOf } from '../../runtime/secret-values/secret-kinds.ts';
import type { Config } from '../../runtime/settings/config.ts';
import {
  forgetSecrets,
  type KnownSecret,
  readFingerprints,
  recordSecrets,
} from '../../secrets/fingerprints.ts';
import { idsInRows, neededUntil } from '../../secrets/needed-secrets.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { secretsFileIn } from '../../secrets/secrets-file.ts';
import { tables } from '../tables.ts';

type Parts = {
  config: Config;
  secrets: Secrets;
  now: () => Date;
};

const nameOf = ({ config }: Parts, kind: SecretKind) =>
  config.secrets[kind] ? variableOf[kind] : `${variableOf[kind]} in ${secretsFileIn(config.dataDir)}`;

const wrongValue = (parts: Parts, kind: SecretKind, id: string) =>
  new StartupProblem(
    `${nameOf(parts, kind)}: the value of ${id} is not the one that this database was used with`,
  );

const refuseWrongValues = (parts: Parts, known: KnownSecret[]) => {
  for (const { kind, id, fingerprint } of known) {
    const given = parts.secrets.list(kind).find((each) => each.id === id);
    if (given && fingerprintOf(given.value) !== fingerprint) throw wrongValue(parts, kind, id);
  }
};

// A pepper and a signing key are found by trying all of them, so the value may have another id than it had. An encryption
// key is found by the id in its row.
const isGiven = ({ secrets }: Parts, known: KnownSecret[], kind: SecretKind, id: string) => {
  const list = secrets.list(kind);
  if (list.some((each) => each.id === id)) return true;
  if (kind === 'encryption') return false;
  const fingerprint = known.find((each) => each.kind === kind && each.id === id)?.fingerprint;
  return list.some(({ value }) => fingerprintOf(value) === fingerprint);
};

const missingIds = async (tx: Db, parts: Parts, known: KnownSecret[], kind: SecretKind) => {
  const behindTokens = known.filter((each) => each.kind === kind && neededUntil(each, parts));
  const needed = [...(await idsInRows({ tables }, tx, kind)), ...behindTokens.map(({ id }) => id)];
  return [...new Set(needed)].filter((id) => !isGiven(parts, known, kind, id));
};

// The operator has said that a secret is lost. Everything that only this secret opens ends.
const giveUp = async (tx: Db, kind: SecretKind, ids: string[]) => {
  await forgetSecrets(tx, kind, ids);
  if (kind !== 'pepper' || !ids.length) return;
  for (const { hashed } of tables.map(factsOf))
    if (hashed) await hashed.whenLost?.(tx, inArray(hashed.pepperId, ids));
};

const refuseMissing = async (tx: Db, parts: Parts, known: KnownSecret[]) => {
  const { lostSecrets } = parts.config;
  for (const kind of secretKinds) {
    const missing = await missingIds(tx, parts, known, kind);
    const [first] = missing.filter((id) => !lostSecrets.includes(id));
    if (first) {
      throw new StartupProblem(
        `${nameOf(parts, kind)} lacks ${first}, which this database still needs: put it behind the first, or name it in LOST_SECRETS if it is gone`,
      );
    }
    await giveUp(tx, kind, missing);
  }
};

// Of several processes that start at once each looks after the one before it has written down what it was given.
export const checkSecrets = (db: Db, parts: Parts) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ballast-secrets'))`);
    const known = await readFingerprints(tx);
    refuseWrongValues(parts, known);
    await refuseMissing(tx, parts, known);
    await recordSecrets(tx, parts.secrets, parts.now(), !known.length);
  });
