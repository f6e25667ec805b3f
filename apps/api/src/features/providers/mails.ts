import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { ifNotYou } from '../../email/layout.ts';
import { mail } from '../../email/mail-kinds.ts';

// The account is the name or address at the provider.
export const providerConnected = mail<{ provider: Provider; account: string | null; address: string }>(
  'provider-connected',
  (letter, { provider, account, address }, { config }) => {
    const name = providerName[provider];
    return {
      subject: `${name} was connected to your ${letter.brandName} account`,
      paragraphs: [
        `The ${name} account${account ? ` ${account}` : ''} was connected from ${address}. You can now use it to sign in.`,
      ],
      action: { label: 'Review Connected Accounts', url: `${config.publicUrl}/dashboard#settings` },
      footer: ifNotYou(letter, `It also disconnects ${name}.`),
    };
  },
);
