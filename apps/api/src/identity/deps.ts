import type { EmailDeps } from '../email/deps.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Passwords } from './passwords.ts';
import type { SeenTokens } from './seen-tokens.ts';
import type { Throttles } from './throttles.ts';
import type { WeakPasswords } from './weak-passwords.ts';

export type IdentityDeps = EmailDeps & {
  accessTokens: AccessTokens;
  passwords: Passwords;
  weakPasswords: WeakPasswords;
  throttles: Throttles;
  seenTokens: SeenTokens;
};
