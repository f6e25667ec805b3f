// Mails about a change of production keys. The owner did it, or somebody else who was signed in.
import { ifNotYou, layOut, timeText } from '../../email/layout.ts';
import { mail, newsMail } from '../../email/mail-kinds.ts';
import { type NamedKeys, quotedKeys, quotedName } from '../../email/named-keys.ts';

type Named = { name: string };

export const keyMails = {
  productionKeyCreated: mail<{ keyName: string }>('production-key-created', (letter, { keyName }) =>
    layOut({
      letter,
      subject: `A production key was created on your ${letter.brandName} account`,
      paragraphs: [`The key ${quotedName(keyName)} can move real funds.`],
      // Programs may need a key, so the link takes none back.
      footer: ifNotYou(letter, 'Then sign in and delete the key.'),
    }),
  ),
  productionKeyRotated: newsMail<Named & { until?: string }>(
    'production-key-rotated',
    (account, { name, until }) => ({
      subject: `A production key was rotated on ${account}`,
      text: `The key ${quotedName(name)} has a new value. ${until ? `The old one works until ${timeText(new Date(until))}, unless you stop it before.` : 'The old one no longer works.'}`,
    }),
  ),
  productionKeyGraceEnded: newsMail<Named>('production-key-grace-ended', (account, { name }) => ({
    subject: `The old value of a production key was stopped on ${account}`,
    text: `The key ${quotedName(name)} works with its new value alone.`,
  })),
  productionKeyLoosened: newsMail<Named>('production-key-loosened', (account, { name }) => ({
    subject: `A production key may do more on ${account}`,
    text: `The key ${quotedName(name)} is restricted less than before: it lives longer, has more scopes, or may be used from more addresses.`,
  })),
  productionKeysDeleted: newsMail<{ keys: NamedKeys }>('production-keys-deleted', (account, { keys }) => ({
    subject: `Several production keys were deleted on ${account}`,
    text: `These keys no longer work: ${quotedKeys(keys)}.`,
  })),
};
