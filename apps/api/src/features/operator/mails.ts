import { hadThisAddress, ifNotYou, timeText } from '../../email/layout.ts';
import { mail } from '../../email/mail-kinds.ts';
import { quotedName } from '../../email/named-keys.ts';

type Until = { until?: string; limitAfter?: number };
type Decision = { keyName: string; approved: boolean; limit: number; note: string | null } & Until;

const untilWords = ({ until, limitAfter }: Until) =>
  until ? ` until ${timeText(new Date(until))}. Then its limit is ${limitAfter} again.` : '.';

const rateLimitDecided = mail<Decision>('rate-limit-decided', (letter, decision) => {
  const { keyName, approved, limit, note } = decision;
  return {
    subject: approved
      ? `Your ${letter.brandName} rate limit is now ${limit} req/sec`
      : `Your ${letter.brandName} rate limit request was not approved`,
    paragraphs: [
      approved
        ? `${quotedName(keyName)} can now make ${limit} requests per second${untilWords(decision)}`
        : `${quotedName(keyName)} keeps its limit of ${limit} requests per second.`,
      ...(note ? [`Note from our team: ${note}`] : []),
    ],
  };
});

const rateLimitChanged = mail<{ keyName: string; limit: number }>(
  'rate-limit-changed',
  (letter, { keyName, limit }) => ({
    subject: `Your ${letter.brandName} rate limit is now ${limit} req/sec`,
    paragraphs: [`${quotedName(keyName)} can now make ${limit} requests per second.`],
  }),
);

// The reason is in the operator log: it may name what an attacker should not learn.
const accountSuspended = mail('account-suspended', (letter) => ({
  subject: `Your ${letter.brandName} account is suspended`,
  paragraphs: ['You can’t sign in, and your API keys don’t work, until we restore your account.'],
  footer: `To find out why, write to ${letter.supportEmail}.`,
}));

const accountErased = mail('account-erased', (letter) => ({
  subject: `Your ${letter.brandName} account was deleted`,
  paragraphs: ['We deleted your account and all its data. Its API keys no longer work.'],
  why: hadThisAddress(letter.brandName),
}));

const hasOrHadThisAddress = (brandName: string) =>
  `You’re receiving this because your ${brandName} account has this email address, or had it in the last 30 days.`;

const lostFactors = 'your second steps, passkeys and recovery codes';

const factorResetRequested = mail<{ dueAt: string }>('factor-reset-requested', (letter, { dueAt }) => ({
  subject: `Your ${letter.brandName} second steps will be removed`,
  paragraphs: [
    `Someone told our support team that they lost access to your second steps. On ${timeText(new Date(dueAt))}, we’ll remove ${lostFactors}, and sign out every browser and device.`,
  ],
  footer: ifNotYou(letter, 'You keep your second steps.', 'we’ll sign out all devices'),
  why: hasOrHadThisAddress(letter.brandName),
}));

const factorsReset = mail('factors-reset', (letter) => ({
  subject: `Your ${letter.brandName} second steps were removed`,
  paragraphs: [
    `Our support team removed ${lostFactors}, because you reported them lost. We signed out every browser and device.`,
    'Sign in and add a second step again.',
  ],
  footer: ifNotYou(letter, 'Then set a new password.', 'we’ll sign out all devices'),
  why: hasOrHadThisAddress(letter.brandName),
}));

export const operatorMails = {
  rateLimitDecided,
  rateLimitChanged,
  accountSuspended,
  accountErased,
  factorResetRequested,
  factorsReset,
};
