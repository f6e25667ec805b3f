import { shortenName } from '@ballast/contract/characters';
import { type CliScope, cliScopeTexts } from '@ballast/contract/cli-scopes';
import { type Letter, layOut } from '../layout.ts';

type NewToken = { name: string; scopes: CliScope[]; expiresAt: string };

const dayOf = (time: string) => time.slice(0, 10);

export const cliTokenCreatedMail = (letter: Letter, { name, scopes, expiresAt }: NewToken, url: string) =>
  layOut({
    letter,
    subject: `A command-line token was made for your ${letter.brandName} account`,
    paragraphs: [
      `"${shortenName(name)}" works until ${dayOf(expiresAt)}, unless you revoke it before. Whoever has it can do this:`,
      ...scopes.map((scope) => `${cliScopeTexts[scope]}.`),
    ],
    action: { label: 'Review Tokens', url },
    footer: `If this was not you, revoke the token in Settings, reset your password and write to ${letter.supportEmail}.`,
  });
