import type { SecretsDeps } from '../secrets/deps.ts';
import type { Mail } from './layout.ts';

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

export type EmailDeps = SecretsDeps & { mailer: Mailer };
