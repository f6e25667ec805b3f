// The secrets of a list that are not in use: one that is still to come, and those that were replaced.
import type { SecretKind } from '@ballast/contract/operator/operator';
import type { SecretsDeps } from './deps.ts';
import { forgetSecrets, readFingerprints } from './fingerprints.ts';
import { idsInRows, neededUntil } from './needed-secrets.ts';

export type OldSecret = {
  id: string;
  isToCome: boolean;
  inRows: boolean;
  // A token that somebody holds may need it until then.
  neededUntil: Date | null;
};

export const readOldSecrets = async (
  deps: Pick<SecretsDeps, 'config' | 'db' | 'now' | 'secrets' | 'tables'>,
  kind: SecretKind,
): Promise<OldSecret[]> => {
  const known = (await readFingerprints(deps.db)).filter((each) => each.kind === kind);
  const inRows = await idsInRows(deps, deps.db, kind);
  return deps.secrets
    .list(kind)
    .slice(1)
    .map(({ id }) => {
      const inUseAt = known.find((each) => each.id === id)?.inUseAt ?? null;
      return {
        id,
        isToCome: !inUseAt,
        inRows: inRows.includes(id),
        neededUntil: neededUntil({ kind, inUseAt }, deps),
      };
    });
};

const isDispensable = ({ isToCome, inRows, neededUntil }: OldSecret) => !isToCome && !inRows && !neededUntil;

// Removes what nothing uses any more from the data folder; a list of the environment is its operator's.
export const dropOldSecrets = async (
  deps: Pick<SecretsDeps, 'config' | 'db' | 'now' | 'secrets' | 'tables'>,
  kind: SecretKind,
): Promise<string[]> => {
  const change = deps.secrets.change(kind);
  if (!change) return [];
  const dropped = (await readOldSecrets(deps, kind)).filter(isDispensable).map(({ id }) => id);
  if (!dropped.length) return [];
  change((list) => list.filter(({ id }) => !dropped.includes(id)));
  await forgetSecrets(deps.db, kind, dropped);
  return dropped;
};
