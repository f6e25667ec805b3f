import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { ifNotYou, type Letter, layOut } from '../layout.ts';

type Connection = { provider: Provider; account: string | null; address: string };

export const providerConnectedMail = (
  letter: Letter,
  { provider, account, address }: Connection,
  settingsUrl: string,
) => {
  const name = providerName[provider];
  return layOut({
    letter,
    subject: `${name} was connected to your ${letter.brandName} account`,
    paragraphs: [
      `The ${name} account${account ? ` ${account}` : ''} was connected from ${address}. From now on it signs in to your account.`,
    ],
    action: { label: 'Review Connected Accounts', url: settingsUrl },
    footer: ifNotYou(letter, `It also disconnects ${name}.`),
  });
};

export const providerDisconnectedMail = (
  letter: Letter,
  { provider, address }: Omit<Connection, 'account'>,
) => {
  const name = providerName[provider];
  return layOut({
    letter,
    subject: `${name} was disconnected from your ${letter.brandName} account`,
    paragraphs: [`Somebody at ${address} disconnected ${name}. It no longer signs in to your account.`],
    footer: ifNotYou(letter, `Then sign in and connect ${name} again.`),
  });
};
