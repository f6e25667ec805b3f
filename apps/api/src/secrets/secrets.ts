// The environment gives the signing keys, the peppers and the encryption keys; else the data folder keeps them.
import { type SecretKind, secretKinds } from '@ballast/contract/operator/operator';
import type { KeyedSecret } from '../runtime/secret-values/keyed-secret.ts';
import type { Config } from '../runtime/settings/config.ts';
import {
  changeSecretsFile,
  openSecretsFile,
  readSecretsFile,
  type SecretLists,
  secretsFileIn,
  stampOf,
} from './secrets-file.ts';

export type Secrets = {
  list: (kind: SecretKind) => KeyedSecret[];
  // Null when it is the environment's to change.
  change: (kind: SecretKind) => ((next: (list: KeyedSecret[]) => KeyedSecret[]) => void) | null;
};

type Given = Pick<Config, 'dataDir'> & { secrets: Partial<Config['secrets']> };

// Another process may have changed the file. Within this time everybody has seen it.
export const seenWithinMs = 1000;

const kinds = (make: (kind: SecretKind) => KeyedSecret[]): SecretLists => ({
  signing: make('signing'),
  pepper: make('pepper'),
  encryption: make('encryption'),
});

export const loadSecrets = ({ dataDir, secrets: given }: Given): SecretLists => {
  if (secretKinds.every((kind) => given[kind])) return kinds((kind) => given[kind] ?? []);
  const stored = openSecretsFile(secretsFileIn(dataDir));
  return kinds((kind) => given[kind] ?? stored[kind]);
};

export const openSecrets = (
  { dataDir, secrets: given }: Given,
  loaded: SecretLists,
  clock = () => performance.now(),
): Secrets => {
  const file = secretsFileIn(dataDir);
  let known = loaded;
  let stamp = '';
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = () => {
    lookedAt = clock();
    const found = stampOf(file);
    if (found === stamp) return;
    known = readSecretsFile(file);
    stamp = found;
  };

  // A file that cannot be read while the portal runs ends nothing: the next start says what is wrong with it.
  const lookAgain = () => {
    try {
      look();
    } catch {
      lookedAt = clock();
    }
  };

  return {
    list: (kind) => {
      const fixed = given[kind];
      if (fixed) return fixed;
      if (clock() - lookedAt >= seenWithinMs) lookAgain();
      return known[kind];
    },
    change: (kind) => {
      if (given[kind]) return null;
      return (next) => {
        changeSecretsFile(file, (lists) => ({ ...lists, [kind]: next(lists[kind]) }));
        look();
      };
    },
  };
};
