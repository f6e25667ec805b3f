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
  `It was done on ${timeText(at)}, from ${address} with ${browser}.`;

// An address is told whole; a name is told as far as one recognises it.
const shownName = ({ fullName, to }: Letter) => (fullName === to ? to : shortenName(fullName));

const factsOf = ({ at, address, browser }: Origin): [string, string][] => [
  ['When', timeText(at)],
  ['From', address],
  ['With', browser],
];

// What helps an owner who did not do it, and what the link leaves for them to do.
export const ifNotYou = (
  { origin, supportEmail }: Letter,
  then = '',
  does = 'signs everybody out and lets you choose a new password',
) =>
  origin
    ? `If this was not you, select "${notMe}" at once: it ${does}.${then && ` ${then}`} Questions: ${supportEmail}.`
    : `If this was not you, write to ${supportEmail} at once.`;

export const hadThisAddress = (brandName: string) =>
  `You get this mail because this was the email address of your ${brandName} developer account.`;

export const layOut = (content: Content): Mail => {
  const { letter, subject, paragraphs, code, action, footer } = content;
  const { brandName, origin } = letter;
  const greeting = `Hello ${shownName(letter)},`;
  const why =
    content.why ?? `You get this mail because a ${brandName} developer account has this email address.`;
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
    footer: `${letter.origin ? 'If this was you, nothing is left to do. ' : ''}${ifNotYou(letter)}`,
  });
