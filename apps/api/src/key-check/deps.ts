import type { IdentityDeps } from '../identity/deps.ts';
import type { KeyCheck } from './check-key.ts';

export type KeyCheckDeps = IdentityDeps & { keyCheck: KeyCheck };
