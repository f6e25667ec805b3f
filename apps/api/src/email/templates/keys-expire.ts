// Tells an owner that keys expire, some days before or when they have.
import type { Environment } from '@ballast/contract/keys/api-keys';
import { type Letter, layOut, timeText } from '../layout.ts';
import { quotedName } from '../quoted-names.ts';

type ExpiringKey = { id: string; name: string; environment: Environment; expiresAt: string };
export type ExpiringKeys = { days: number; count: number; keys: ExpiringKey[] };

const subjectOf = ({ brandName }: Letter, { days, count, keys }: ExpiringKeys) => {
  const [first] = keys;
  if (count > 1 || !first)
    return `${count} of your ${brandName} API keys ${days === 0 ? 'have expired' : `expire within ${days} days`}`;
  const state = days === 0 ? 'has expired' : `expires within ${days} days`;
  return `Your ${brandName} API key ${quotedName(first.name)} ${state}`;
};

const lineOf = ({ name, environment, expiresAt }: ExpiringKey, days: number) =>
  `${quotedName(name)} (${environment.toLowerCase()}) ${days === 0 ? 'expired' : 'expires'} on ${timeText(new Date(expiresAt))}.`;

export const keysExpireMail = (letter: Letter, expiring: ExpiringKeys, publicUrl: string) => {
  const { days, count, keys } = expiring;
  const [first] = keys;
  const unnamed = count - keys.length;
  return layOut({
    letter,
    subject: subjectOf(letter, expiring),
    paragraphs: [
      ...keys.map((key) => lineOf(key, days)),
      ...(unnamed > 0 ? [`So ${days === 0 ? 'did' : 'do'} ${unnamed} more.`] : []),
      days === 0
        ? 'Requests with an expired key are refused. Give it more time, and it works again.'
        : 'From then on requests with it are refused. Give it more time, or replace it before.',
    ],
    action:
      count === 1 && first
        ? { label: 'Open the key', url: `${publicUrl}/dashboard/keys/${first.id}` }
        : { label: 'Open your keys', url: `${publicUrl}/dashboard` },
    footer: `Questions: ${letter.supportEmail}.`,
  });
};
