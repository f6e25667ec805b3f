// Every mail has plain words and at most one action, and is readable without images.
import { shortenName } from '@ballast/contract/characters';
import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './email.ts';

// Every template gets this.
export type Letter = { brandName: string; supportEmail: string; to: string; fullName: string };

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

// An address is told whole; a name is told as far as one recognises it.
const shownName = ({ fullName, to }: Letter) => (fullName === to ? to : shortenName(fullName));

export const layOut = ({ letter, subject, paragraphs, action, footer }: Content): Mail => {
  const words = [`Hello ${shownName(letter)},`, ...paragraphs];
  return {
    to: letter.to,
    subject,
    text: [...words, ...(action ? [`${action.label}:\n${action.url}`] : []), footer].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F8FAFA;color:#0E1517;font:15px/22px system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:40px 24px">
${words.map(paragraph).join('\n')}
${action ? button(action) : ''}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #E3E8E9;color:#5F6C70;font-size:13px">${escapeHtml(footer)}</p>
</div></body></html>`,
  };
};
