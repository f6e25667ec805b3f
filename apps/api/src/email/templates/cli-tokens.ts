import { shortenName } from '@ballast/contract/characters';
import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopeTexts } from '@ballast/contract/cli/cli-scopes';
import { ifNotYou, type Letter, layOut, timeText } from '../layout.ts';

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
    footer: ifNotYou(letter, 'It also revokes the token.'),
  });

type ExpiringTokens = { count: number; tokens: { name: string; expiresAt: string }[] };

export const cliTokensExpireMail = (letter: Letter, { count, tokens }: ExpiringTokens, url: string) => {
  const [first] = tokens;
  const unnamed = count - tokens.length;
  return layOut({
    letter,
    subject:
      count === 1 && first
        ? `Your ${letter.brandName} command-line token "${shortenName(first.name)}" expires within ${cliLimits.noticeDays} days`
        : `${count} of your ${letter.brandName} command-line tokens expire within ${cliLimits.noticeDays} days`,
    paragraphs: [
      ...tokens.map(
        ({ name, expiresAt }) => `"${shortenName(name)}" expires on ${timeText(new Date(expiresAt))}.`,
      ),
      ...(unnamed > 0 ? [`So do ${unnamed} more.`] : []),
      'From then on calls with it are refused. Make another one before, and give it to whatever uses this one.',
    ],
    action: { label: 'Review Tokens', url },
    footer: `Questions: ${letter.supportEmail}.`,
  });
};
