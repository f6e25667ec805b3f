// Every mail has plain words and at most one action, and is readable without images. One that tells of a change to the account
// also says when and from where it was made, and has a link for an owner who did not make it.
import { shortenName } from '@ballast/contract/characters';
import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './email.ts';

export type Origin = { at: Date; address: string; browser: string; notMeUrl: string };

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
  action?: { label: string; url: string };
  footer: string;
};

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="background:#11191B;color:#FFFFFF;text-decoration:none;padding:10px 16px;border-radius:7px;display:inline-block;font-weight:500">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:#5F6C70;font-size:13px">Or copy this address into your browser:<br><a href="${escapeHtml(url)}" style="color:#0A6B70;word-break:break-all">${escapeHtml(url)}</a></p>`;

const notMe = "This wasn't me";

const notMeLink = (url: string) =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:#0A6B70">${escapeHtml(notMe)}</a></p>`;

// The reader may be anywhere, so the time names its zone.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

export const timeText = (at: Date) => `${day.format(at)} at ${minute.format(at)} UTC`;

const whenAndWhere = ({ at, address, browser }: Origin) =>
  `It was done on ${timeText(at)}, from ${address} with ${browser}.`;

// An address is told whole; a name is told as far as one recognises it.
const shownName = ({ fullName, to }: Letter) => (fullName === to ? to : shortenName(fullName));

export const layOut = ({ letter, subject, paragraphs, action, footer }: Content): Mail => {
  const { origin } = letter;
  const words = [`Hello ${shownName(letter)},`, ...paragraphs, ...(origin ? [whenAndWhere(origin)] : [])];
  const links = [
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(origin ? [`${notMe}:\n${origin.notMeUrl}`] : []),
  ];
  return {
    to: letter.to,
    subject,
    text: [...words, ...links, footer].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F8FAFA;color:#0E1517;font:15px/22px system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:40px 24px">
${words.map(paragraph).join('\n')}
${action ? button(action) : ''}
${origin ? notMeLink(origin.notMeUrl) : ''}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #E3E8E9;color:#5F6C70;font-size:13px">${escapeHtml(footer)}</p>
</div></body></html>`,
  };
};
