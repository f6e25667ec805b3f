// Every mail has a name, plain words and one button, and is readable without images. One that tells of a change to the account
// also says in small when and from where. Its button is for an owner who did not make the change.
import { shortenName } from '@ballast/contract/characters';
import { htmlPart, logoId, type MailBrand } from './html-part.ts';

type Attachment = { cid: string; filename: string; content: string; encoding: 'base64' };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[] | undefined;
};

type Origin = { at: Date; address: string; browser: string; notMeUrl: string };

// Every template gets this.
export type Letter = {
  brandName: string;
  brand?: MailBrand & { logo?: string | undefined };
  supportEmail: string;
  to: string;
  fullName: string;
  origin?: Origin | undefined;
};

// What a template says.
export type Content = {
  subject: string;
  paragraphs: string[];
  // The reader types it, so it has a large line of its own.
  code?: string;
  action?: { label: string; url: string };
  // By default where to ask.
  footer?: string;
  // Why this address gets the mail; by default because an account has it.
  why?: string;
};

const notMe = 'Secure my account';

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

const signsOut = 'we’ll sign out all devices and help you set a new password';

// What helps an owner who did not do it, and what the button leaves for them to do.
export const ifNotYou = (
  { origin, supportEmail }: Letter,
  then = '',
  does = signsOut,
  opening = 'Wasn’t you? Secure',
) =>
  origin
    ? `${opening} your account now: ${does}.${then && ` ${then}`} Questions? Write to ${supportEmail}.`
    : `Wasn’t you? Write to ${supportEmail} now.`;

export const hadThisAddress = (brandName: string) =>
  `You’re receiving this because this was the email address of your ${brandName} account.`;

const attachedLogo = ({ brand }: Letter): Pick<Mail, 'attachments'> =>
  brand?.logo
    ? { attachments: [{ cid: logoId, filename: 'logo.png', content: brand.logo, encoding: 'base64' }] }
    : {};

export const layOut = (letter: Letter, content: Content): Mail => {
  const { brandName, origin, supportEmail } = letter;
  const { subject, paragraphs, code, action, footer = `Questions? Write to ${supportEmail}.` } = content;
  const greeting = greetingOf(letter);
  const why =
    content.why ?? `You’re receiving this because you have a ${brandName} account with this email address.`;
  const links = [...(action ? [action] : []), ...(origin ? [{ label: notMe, url: origin.notMeUrl }] : [])];
  const small = [footer, ...(origin ? [whenAndWhere(origin)] : [])];
  const words = [
    greeting,
    ...paragraphs,
    ...(code ? [code] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...small,
    why,
  ];
  return {
    to: letter.to,
    subject,
    text: words.join('\n\n'),
    html: htmlPart({
      brandName,
      brand: letter.brand,
      subject,
      greeting,
      paragraphs,
      code,
      links,
      small,
      why,
    }),
    ...attachedLogo(letter),
  };
};

export type News = { subject: string; text: string; why?: string };

export const newsContent = (letter: Letter, { text, ...words }: News): Content => ({
  ...words,
  paragraphs: [text],
  footer: ifNotYou(letter, '', signsOut, 'Was this you? Then you’re all set. If not, secure'),
});
