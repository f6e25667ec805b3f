import { shortenName } from '@ballast/contract/characters';
import { type CliScope, cliScopeTexts } from '@ballast/contract/cli/cli-scopes';
import { ifNotYou, type Letter, layOut } from '../layout.ts';

type Device = { deviceName: string; address: string; scopes?: CliScope[] };

export const cliAuthorizedMail = (
  letter: Letter,
  { deviceName, address, scopes }: Device,
  settingsUrl: string,
) =>
  layOut({
    letter,
    subject: `The command line was authorized on your ${letter.brandName} account`,
    paragraphs: [
      ...(scopes
        ? [
            `"${shortenName(deviceName)}" asked from ${address}. Until you revoke it, the command line there can do this:`,
            ...scopes.map((scope) => `${cliScopeTexts[scope]}.`),
          ]
        : [
            `"${shortenName(deviceName)}" asked from ${address}. Until you revoke it, the command line there can read your account, manage your API keys and settings, and request test tokens.`,
          ]),
    ],
    action: { label: 'Review Authorized Devices', url: settingsUrl },
    footer: ifNotYou(letter, 'It also revokes the device.'),
  });
