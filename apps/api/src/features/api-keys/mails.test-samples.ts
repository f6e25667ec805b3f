import { at, evil, id, keys, samplesOf } from '../../../testing/mail-samples.ts';
import { keyLeaked } from './leaks/mails.ts';
import { keyMails } from './mails.ts';
import { noticeMails } from './notices/mails.ts';

const key = { id, name: evil, environment: 'PRODUCTION' as const, expiresAt: at };
const leak = { keyName: evil, environment: 'PRODUCTION' as const, source: evil, endsAt: at };

export const samples = samplesOf(
  { ...keyMails, ...noticeMails, keyLeaked },
  {
    productionKeyCreated: [{ keyName: evil }],
    productionKeyRotated: [{ name: evil, until: at }, { name: evil }],
    productionKeyGraceEnded: [{ name: evil }],
    productionKeyLoosened: [{ name: evil }],
    productionKeysDeleted: [{ keys }],
    keysExpire: [
      { days: 7, count: 1, keys: [key] },
      { days: 0, count: 9, keys: [key, key] },
    ],
    keysUnused: [{ count: 2, keys }],
    keyLeaked: (['notify', 'rotate', 'revoke', 'shorten', 'stop'] as const).map((done) => ({
      ...leak,
      url: `https://evil.example/${evil}`,
      done,
    })),
  },
);
