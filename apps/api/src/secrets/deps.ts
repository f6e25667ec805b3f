import type { JobsDeps } from '../jobs/deps.ts';
import type { KeyEncryption } from './key-encryption.ts';
import type { Pepper } from './pepper.ts';
import type { Secrets } from './secrets.ts';

export type SecretsDeps = JobsDeps & {
  secrets: Secrets;
  tokenPepper: Pepper;
  keyEncryption: KeyEncryption;
};
