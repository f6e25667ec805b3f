// Every mail has plain words and at most one action, and is readable without images. One that tells of a change to the account
// also says when and from where it was made, and has a link for an owner who did not make it.
import { shortenName } from '@ballast/contract/characters';
import { htmlPart } from './html-part.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

type Origin = { at: Date; address: string; browser: string; notMeUrl: string };

// Every template gets this.
export type Letter = {
  brandName: string;
  supportEmail: string;
  to: string;
  fullName: string;
  origin?: Origin | undefined;
};

type Content = {
  letter: Letter;
  subject: string;
  paragraphs: string[];
  // The reader types it, so it has a large line of its own.
  code?: string;
  action?: { label: string; url: string };
  footer: string;
  // Why this address gets the mail; by default because an account has it.
  why?: string;
};

const notMe = "This wasn't me";

// The reader may be anywhere, so the time names its zone.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

export const timeText = (at: Date) => `${day.format(at)} at ${minute.format(at)} UTC`;

const whenAndWhere = ({ at, address, browser }: Origin) =>
  `When and where: ${timeText(at)}, from ${address} with ${browser}.`;

// The first name, as far as one recognizes it.
const greetingOf = ({ fullName, to }: Letter) => {
  if (fullName === to) return 'Hi,';
  const [first = fullName] = fullName.trim().split(/\s+/);
  return `Hi ${shortenName(first)},`;
};

const factsOf = ({ at, address, browser }: Origin): [string, string][] => [
  ['When', timeText(at)],
  ['From', address],
  ['With', browser],
];

// What helps an owner who did not do it, and what the link leaves for them to do.
export const ifNotYou = (
  { origin, supportEmail }: Letter,
  then = '',
  does = 'we’ll sign out all devices and help you set a new password',
) =>
  origin
    ? `Wasn’t you? Select "${notMe}" now: ${does}.${then && ` ${then}`} Questions? Write to ${supportEmail}.`
    : `Wasn’t you? Write to ${supportEmail} now.`;

export const hadThisAddress = (brandName: string) =>
  `You’re receiving this because this was the email address of your ${brandName} account.`;

export const layOut = (content: Content): Mail => {
  const { letter, subject, paragraphs, code, action, footer } = content;
  const { brandName, origin } = letter;
  const greeting = greetingOf(letter);
  const why =
    content.why ?? `You’re receiving this because you have a ${brandName} account with this email address.`;
  const words = [
    greeting,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(origin ? [whenAndWhere(origin)] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(origin ? [`${notMe}:\n${origin.notMeUrl}`] : []),
    footer,
    why,
  ];
  return {
    to: letter.to,
    subject,
    text: words.join('\n\n'),
    html: htmlPart({
      brandName,
      subject,
      greeting,
      paragraphs,
      code,
      facts: origin ? factsOf(origin) : [],
      action,
      notMe: origin && { label: notMe, url: origin.notMeUrl },
      footer,
      why,
    }),
  };
};

export type NewsWords = { subject: string; text: string; why?: string };

export const layOutNews = (letter: Letter, { text, ...words }: NewsWords) =>
  layOut({
    letter,
    ...words,
    paragraphs: [text],
    footer: `${letter.origin ? 'Was this you? Then you’re all set. ' : ''}${ifNotYou(letter)}`,
  });
