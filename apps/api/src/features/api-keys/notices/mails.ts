// Mails about keys that expire, or that nobody has used for a long time.
import { type Environment, unusedDays } from '@ballast/contract/keys/api-keys';
import { type Letter, timeText } from '../../../email/layout.ts';
import { mail } from '../../../email/mail-kinds.ts';
import { type NamedKeys, quotedKeys, quotedName } from '../../../email/named-keys.ts';

type ExpiringKey = { id: string; name: string; environment: Environment; expiresAt: string };

// They expire within so many days, or at 0 have expired. Of many keys the first are named.
type ExpiringKeys = { days: number; count: number; keys: ExpiringKey[] };

const subjectOf = ({ brandName }: Letter, { days, count, keys }: ExpiringKeys) => {
  const [first] = keys;
  if (count > 1 || !first)
    return `${count} of your ${brandName} API keys ${days === 0 ? 'have expired' : `expire within ${days} days`}`;
  const state = days === 0 ? 'has expired' : `expires within ${days} days`;
  return `Your ${brandName} API key ${quotedName(first.name)} ${state}`;
};

const lineOf = ({ name, environment, expiresAt }: ExpiringKey, days: number) =>
  `${quotedName(name)} (${environment.toLowerCase()}) ${days === 0 ? 'expired' : 'expires'} on ${timeText(new Date(expiresAt))}.`;

const keysExpire = mail<ExpiringKeys>('keys-expire', (letter, expiring, { config }) => {
  const { days, count, keys } = expiring;
  const [first] = keys;
  const unnamed = count - keys.length;
  return {
    subject: subjectOf(letter, expiring),
    paragraphs: [
      ...keys.map((key) => lineOf(key, days)),
      ...(unnamed > 0 ? [`So ${days === 0 ? 'did' : 'do'} ${unnamed} more.`] : []),
      days === 0
        ? 'Requests with an expired key fail. Extend it to make it work again.'
        : 'After that, requests with it fail. Extend it, or replace it before then.',
    ],
    action:
      count === 1 && first
        ? { label: 'Open the key', url: `${config.publicUrl}/dashboard/keys/${first.id}` }
        : { label: 'Open your keys', url: `${config.publicUrl}/dashboard` },
  };
});

const keysUnused = mail<{ count: number; keys: NamedKeys }>(
  'keys-unused',
  (letter, { count, keys }, { config }) => {
    const [one] = keys.named;
    return {
      subject:
        count === 1
          ? `One of your ${letter.brandName} API keys has not been used for ${unusedDays} days`
          : `${count} of your ${letter.brandName} API keys have not been used for ${unusedDays} days`,
      paragraphs: [
        count === 1 && one
          ? `Nobody has used the key ${quotedKeys(keys)} for ${unusedDays} days. It still works.`
          : `Nobody has used these keys for ${unusedDays} days: ${quotedKeys(keys)}. They still work.`,
        'Delete keys you don’t need, so that nobody can find and use them.',
      ],
      action: { label: 'Review API Keys', url: `${config.publicUrl}/dashboard` },
      footer: `Want to keep them? You don’t need to do anything. We won’t write about this again for ${unusedDays} days.`,
    };
  },
);

export const noticeMails = { keysExpire, keysUnused };
