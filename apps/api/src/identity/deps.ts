import type { EmailDeps } from '../email/deps.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { WeakPasswords } from './passwords/weak-passwords.ts';
import type { AccessTokens } from './sessions/access-tokens.ts';
import type { SeenTokens } from './sessions/seen-tokens.ts';
import type { Throttles } from './throttling/throttles.ts';

export type IdentityDeps = EmailDeps & {
  accessTokens: AccessTokens;
  passwords: Passwords;
  weakPasswords: WeakPasswords;
  throttles: Throttles;
  seenTokens: SeenTokens;
};

export type MailingDeps = Pick<IdentityDeps, 'jobs' | 'now'>;
