// The dev mailbox as a mail program shows it: a list, and beside it one mail as HTML, as dark
// programs show it, as text, or its links. It has no script of its own.
import { escapeHtml } from '@ballast/contract/escape-html';
import type { KeptMail } from '../drivers/dev-mailbox.ts';

export type NumberedMail = KeptMail & { number: number };

const views = { html: 'HTML', dark: 'Dark', text: 'Text', links: 'Links' } as const;
type View = keyof typeof views;

export const readView = (text = ''): View => (Object.hasOwn(views, text) ? (text as View) : 'html');

type Shown = { brandName: string; mails: NumberedMail[]; to: string; chosen: number; view: View };

// More than this nobody looks through; /dev/mailbox.json has all.
const listed = 200;

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`);

// It is read on the machine that wrote it, so the machine's own zone is the reader's.
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'medium' });

const addressOf = (to: string, number: number, view: View = 'html') =>
  escapeHtml(
    `/dev/mailbox?${new URLSearchParams({ ...(to ? { to } : {}), mail: String(number), ...(view === 'html' ? {} : { view }) })}`,
  );

const time = (sentAt: string, format: Intl.DateTimeFormat) =>
  `<time datetime="${escapeHtml(sentAt)}">${escapeHtml(format.format(new Date(sentAt)))}</time>`;

const row = (mail: NumberedMail, to: string, current: boolean) =>
  `<li><a href="${addressOf(to, mail.number)}"${current ? ' aria-current="page"' : ''}>
<span class="subject">${escapeHtml(mail.subject)}</span><span class="to">${escapeHtml(mail.to)}</span>${time(mail.sentAt, short)}</a></li>`;

const frame = (address: string, title: string) =>
  `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address}" title="${escapeHtml(title)}"></iframe>`;

const bodies: Record<View, (mail: NumberedMail) => string> = {
  html: ({ number, subject }) => frame(`/dev/mailbox/${number}`, subject),
  dark: ({ number, subject }) => frame(`/dev/mailbox/${number}?dark`, subject),
  text: ({ text }) => `<pre tabindex="0">${linked(text)}</pre>`,
  links: ({ links }) =>
    links.length === 0
      ? '<p class="none">This mail has no links.</p>'
      : `<ul class="links">${links.map((url) => `<li>${linked(url)}</li>`).join('')}</ul>`,
};

const article = (mail: NumberedMail, { to, view }: Shown) => `<article aria-labelledby="subject">
<a class="back" href="/dev/mailbox${to ? `?${escapeHtml(new URLSearchParams({ to }).toString())}` : ''}">All mails</a>
<h2 id="subject">${escapeHtml(mail.subject)}</h2>
<p class="facts">To ${escapeHtml(mail.to)} · ${time(mail.sentAt, exact)}</p>
<nav class="views" aria-label="Parts of the mail">${Object.entries(views)
  .map(
    ([name, label]) =>
      `<a href="${addressOf(to, mail.number, name as View)}"${name === view ? ' aria-current="page"' : ''}>${label}</a>`,
  )
  .join('')}</nav>
${bodies[view](mail)}</article>`;

const mark = `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true"><path d="M3.15 10.1A9.05 9.05 0 0 1 20.85 10.1" stroke="currentColor" stroke-width="2.1"/><path class="water" d="M2 12.3H22A10 10 0 0 1 2 12.3Z"/></svg>`;

const envelope =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" aria-hidden="true"><rect x="2.5" y="5" width="19" height="14" rx="2"/><path d="m3 7 9 6 9-6"/></svg>';

const arriving = [
  ['Verify your email', 'after a sign-up, with the link that opens the dashboard'],
  ['Reset your password', 'after ‘Forgot password?’, with a link for one use'],
  ['Notices', 'of keys that expire or leak, and of changes to how you sign in'],
] as const;

const nothing = ({ to }: Shown) =>
  to
    ? `<div class="empty"><span class="tile">${envelope}</span><h2>No mail to ${escapeHtml(to)}.</h2>
<p>Part of an address is enough.</p><a class="act" href="/dev/mailbox">Show all mails</a></div>`
    : `<div class="empty"><span class="tile">${envelope}</span><h2>No mail yet</h2>
<p>Sign up, and the link to verify your email arrives here.</p><a class="act" href="/auth">Open the portal</a>
<dl>${arriving.map(([subject, when]) => `<div><dt>${subject}</dt><dd>${when}</dd></div>`).join('')}</dl></div>`;

export const mailboxPage = (shown: Shown) => {
  const { brandName, to } = shown;
  const mails = shown.mails.filter((mail) => mail.to.toLowerCase().includes(to.trim().toLowerCase()));
  const chosen = mails.find(({ number }) => number === shown.chosen);
  const open = chosen ?? mails[0];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dev mailbox · ${escapeHtml(brandName)}</title><meta name="theme-color" content="#0A0C0D">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body class="dark"><script src="/theme.js"></script>
<header><a href="/">${mark}${escapeHtml(brandName)}</a><span aria-hidden="true">/</span><h1>Dev mailbox</h1>
<p>No mail server is set (<code>SMTP_URL</code>), so every mail ends here. This page does not exist in production.</p></header>
<main class="${chosen ? 'reading' : 'listing'}"><section aria-label="Mails">
<form role="search"><label for="to">To</label><input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="Any address" autocomplete="off" spellcheck="false"><button>Find</button></form>
${
  mails.length
    ? `<ol>${mails
        .slice(0, listed)
        .map((mail) => row(mail, to, mail === open))
        .join('')}</ol>`
    : ''
}
${mails.length > listed ? `<p class="none">${mails.length - listed} older mails are in <a href="/dev/mailbox.json">mailbox.json</a>.</p>` : ''}
</section>${open ? article(open, shown) : nothing(shown)}</main></body></html>`;
};
