import type { SecretsDeps } from '../secrets/deps.ts';
import type { Mailer } from './email.ts';

export type EmailDeps = SecretsDeps & { mailer: Mailer };
