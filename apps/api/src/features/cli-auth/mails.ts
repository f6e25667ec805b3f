import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopeTexts } from '@ballast/contract/cli/cli-scopes';
import { ifNotYou, timeText } from '../../email/layout.ts';
import type { LinkMaker } from '../../email/links.ts';
import { mail } from '../../email/mail-kinds.ts';
import { quotedName } from '../../email/named-keys.ts';

const securityUrl = ({ config }: LinkMaker) => `${config.publicUrl}/dashboard#security`;

const listScopes = (scopes: CliScope[]) => scopes.map((scope) => `${cliScopeTexts[scope]}.`);

// The scopes are named when they are not all.
const cliAuthorized = mail<{ deviceName: string; address: string; scopes?: CliScope[] }>(
  'cli-authorized',
  (letter, { deviceName, address, scopes }, maker) => {
    const device = `You authorized ${quotedName(deviceName)} from ${address}. Until you revoke it, this device can`;
    return {
      subject: `A device was authorized on your ${letter.brandName} account`,
      paragraphs: scopes
        ? [`${device} do this:`, ...listScopes(scopes)]
        : [`${device} read your account, manage your API keys and settings, and request test tokens.`],
      action: { label: 'Review Authorized Devices', url: securityUrl(maker) },
      footer: ifNotYou(letter, 'It also revokes the device.'),
    };
  },
);

const cliTokenCreated = mail<{ name: string; scopes: CliScope[]; expiresAt: string }>(
  'cli-token-created',
  (letter, { name, scopes, expiresAt }, maker) => ({
    subject: `A command-line token was created on your ${letter.brandName} account`,
    paragraphs: [
      `${quotedName(name)} works until ${expiresAt.slice(0, 10)}, unless you revoke it before. Anyone who has it can do this:`,
      ...listScopes(scopes),
    ],
    action: { label: 'Review Tokens', url: securityUrl(maker) },
    footer: ifNotYou(letter, 'It also revokes the token.'),
  }),
);

// Of many tokens the first are named.
const cliTokensExpire = mail<{ count: number; tokens: { name: string; expiresAt: string }[] }>(
  'cli-tokens-expire',
  (letter, { count, tokens }, maker) => {
    const [first] = tokens;
    const unnamed = count - tokens.length;
    const within = `within ${cliLimits.noticeDays} days`;
    return {
      subject:
        count === 1 && first
          ? `Your ${letter.brandName} command-line token ${quotedName(first.name)} expires ${within}`
          : `${count} of your ${letter.brandName} command-line tokens expire ${within}`,
      paragraphs: [
        ...tokens.map(
          ({ name, expiresAt }) => `${quotedName(name)} expires on ${timeText(new Date(expiresAt))}.`,
        ),
        ...(unnamed > 0 ? [`So do ${unnamed} more.`] : []),
        'After that, calls with it fail. Create a new token before then, and switch to it.',
      ],
      action: { label: 'Review Tokens', url: securityUrl(maker) },
    };
  },
);

export const cliMails = { cliAuthorized, cliTokenCreated, cliTokensExpire };
