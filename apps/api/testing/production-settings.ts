// What production needs at least: for tests of what is different there.
import { generateKeyPairSync } from 'node:crypto';

export const productionSettings = {
  NODE_ENV: 'production',
  DATABASE_URL: 'embedded',
  PUBLIC_URL: 'https://portal.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@portal.example',
  SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  TOKEN_PEPPER: 'x'.repeat(32),
  KEY_ENCRYPTION_KEYS: `one:${'A'.repeat(43)}=`,
};
