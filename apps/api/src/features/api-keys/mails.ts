// Mails about a change of production keys. The owner did it, or somebody else who was signed in.
import { ifNotYou, timeText } from '../../email/layout.ts';
import { mail, newsMail } from '../../email/mail-kinds.ts';
import { type NamedKeys, quotedKeys, quotedName } from '../../email/named-keys.ts';

type Named = { name: string };

export const keyMails = {
  productionKeyCreated: mail<{ keyName: string }>('production-key-created', (letter, { keyName }) => ({
    subject: `A production key was created on your ${letter.brandName} account`,
    paragraphs: [`${quotedName(keyName)} is a live key: requests made with it move real funds.`],
    // Programs may need a key, so the link takes none back.
    footer: ifNotYou(letter, 'Then sign in and delete the key.'),
  })),
  productionKeyRotated: newsMail<Named & { until?: string }>(
    'production-key-rotated',
    (account, { name, until }) => ({
      subject: `A production key was rotated on ${account}`,
      text: `${quotedName(name)} was replaced by a new key. ${until ? `The old one works until ${timeText(new Date(until))}, unless you revoke it before.` : 'The old one no longer works.'}`,
    }),
  ),
  productionKeyGraceEnded: newsMail<Named>('production-key-grace-ended', (account, { name }) => ({
    subject: `An old production key was revoked on ${account}`,
    text: `The old key of ${quotedName(name)} no longer works. The new one does.`,
  })),
  productionKeyLoosened: newsMail<Named>('production-key-loosened', (account, { name }) => ({
    subject: `A production key’s restrictions were loosened on ${account}`,
    text: `${quotedName(name)} now lasts longer, has more scopes, or works from more addresses.`,
  })),
  productionKeysDeleted: newsMail<{ keys: NamedKeys }>('production-keys-deleted', (account, { keys }) => ({
    subject: `Several production keys were deleted on ${account}`,
    text: `These keys no longer work: ${quotedKeys(keys)}.`,
  })),
};
