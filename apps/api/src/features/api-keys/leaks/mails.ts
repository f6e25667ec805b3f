// A value of an API key was found where everybody can read it. The mail never has the value.
import type { Environment } from '@ballast/contract/keys/api-keys';
import { layOut, timeText } from '../../../email/layout.ts';
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
  notify: () => 'It still works. Rotate the key now, and put the new value where the old one was used.',
  rotate: (leak) =>
    `The key has a new value, which the portal shows. The one that was found works until ${until(leak)}: put the new one in its place before, then stop the old one.`,
  revoke: () => 'The key was revoked and no longer works. Create another one, and use it instead.',
  shorten: (leak) =>
    `It is the old value of a key that was rotated, and works until ${until(leak)}. Stop it as soon as nobody needs it.`,
  stop: () => 'It is the old value of a key that was rotated, and no longer works. The new value works on.',
};

const placeText = ({ url, source }: Leak) => {
  const by = source ? ` (${source})` : '';
  return url ? ` at ${url}${by}` : by;
};

export const keyLeaked = mail<Leak>('key-leaked', (letter, leak, { config }) =>
  layOut({
    letter,
    subject: `A ${leak.environment.toLowerCase()} key of your ${letter.brandName} account was found in public`,
    paragraphs: [
      `A value of the key ${quotedName(leak.keyName)} was found${placeText(leak)}.`,
      words[leak.done](leak),
      'Look at the usage of the key for requests that are not yours, and remove the value from where it was found. Whoever read it before can still have it.',
    ],
    action: { label: 'Open API Keys', url: `${config.publicUrl}/dashboard#keys` },
    footer: `Questions: ${letter.supportEmail}.`,
  }),
);
