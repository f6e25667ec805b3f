// A value of an API key was found where everybody can read it. The mail never has the value.
import type { Environment } from '@ballast/contract/keys/api-keys';
import { timeText } from '../../../email/layout.ts';
import { mail } from '../../../email/mail-kinds.ts';
import { quotedName } from '../../../email/named-keys.ts';

type Leak = {
  keyName: string;
  environment: Environment;
  url: string | null;
  source: string | null;
  done: 'notify' | 'rotate' | 'revoke' | 'shorten' | 'stop';
  endsAt?: string;
};

const until = ({ endsAt }: Leak) => (endsAt ? timeText(new Date(endsAt)) : '');

// What was done, and what is left to do.
const words: Record<Leak['done'], (leak: Leak) => string> = {
  notify: () => 'It still works. Rotate the key now, and switch to the new one everywhere.',
  rotate: (leak) =>
    `We created a new key, which you find in the dashboard. The leaked one works until ${until(leak)}. Switch to the new key before then, and revoke the old one.`,
  revoke: () => 'We revoked the key. Create a new one and use it instead.',
  shorten: (leak) =>
    `This is the previous version of a rotated key and still works until ${until(leak)}. Revoke it as soon as you can.`,
  stop: () =>
    'This is the previous version of a rotated key and no longer works. Your new key isn’t affected.',
};

const placeText = ({ url, source }: Leak) => {
  const by = source ? ` (${source})` : '';
  return url ? ` at ${url}${by}` : by;
};

export const keyLeaked = mail<Leak>('key-leaked', (letter, leak, { config }) => ({
  subject: `A ${leak.environment.toLowerCase()} key of your ${letter.brandName} account was found in public`,
  paragraphs: [
    `Your key ${quotedName(leak.keyName)} was found${placeText(leak)}.`,
    words[leak.done](leak),
    'Check the key’s usage for requests that aren’t yours, and remove the key from where it was found. Anyone who saw it may still have it.',
  ],
  action: { label: 'Open API Keys', url: `${config.publicUrl}/dashboard#keys` },
}));
