// The HTML of a mail, in the portal's look. Mail programs know tables and inline styles; a few know more: the colours of a dark
// theme, rounded corners, the portal's typeface. Nothing is fetched from anywhere, so no server learns who reads the mail.
import { escapeHtml } from '@ballast/contract/escape-html';

type Link = { label: string; url: string };

// The accent of an installation, and whether its logo comes with the mail.
export type MailBrand = { accent: { light: string; dark: string } | null; logo?: string | undefined };

export type Letterhead = {
  brandName: string;
  brand?: MailBrand | undefined;
  subject: string;
  greeting: string;
  paragraphs: string[];
  code?: string | undefined;
  // The first is the button.
  links: Link[];
  small: string[];
  why: string;
};

// Each part's colours on light paper are inline; a program that prefers dark reads the second from the style sheet. The accent is
// replaced by that of the installation.
const accent = { light: '#0A6B70', dark: '#55C6C8' };
const colours = {
  canvas: ['background-color:#F8FAFA', 'background-color:#0A0C0D'],
  card: [
    'background-color:#FFFFFF;border:1px solid #E3E8E9',
    'background-color:#0F1213;border:1px solid #1E2426',
  ],
  text: ['color:#0E1517', 'color:#EDF1F2'],
  quiet: ['color:#475357', 'color:#A9B3B6'],
  small: ['color:#5F6C70', 'color:#8B979B'],
  link: [`color:${accent.light}`, `color:${accent.dark}`],
  inset: ['background-color:#F5F7F7;color:#0E1517', 'background-color:#080A0B;color:#EDF1F2'],
  rule: ['border-top:1px solid #E3E8E9', 'border-top:1px solid #1E2426'],
  button: ['background-color:#11191B', 'background-color:#EDF1F2'],
  label: ['color:#FFFFFF', 'color:#0A0C0D'],
  sky: ['border-color:#0E1517', 'border-color:#EDF1F2'],
  hull: [`background-color:${accent.light}`, `background-color:${accent.dark}`],
} as const;

const inAccent = (html: string, own: MailBrand['accent'] = null) =>
  own ? html.replaceAll(accent.light, own.light).replaceAll(accent.dark, own.dark) : html;

const important = (style: string) => style.replace(/;|$/g, '!important$&');

const darkStyle = Object.entries(colours)
  .map(([name, [, dark]]) => `.${name}{${important(dark)}}`)
  .join('');

const painted = (names: (keyof typeof colours)[], style = '') =>
  `class="${names.join(' ')}" style="${[...names.map((name) => colours[name][0]), style].filter(Boolean).join(';')}"`;

const sans = "font-family:'Geist Variable',Geist,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const mono = "font-family:'Geist Mono Variable','Geist Mono',ui-monospace,Menlo,Consolas,monospace";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

// Many mail programs drop SVG, so that the mark is two boxes: a bow above, the hull below.
const mark = `<table ${table} style="border-collapse:separate"><tr><td ${painted(['sky'], 'width:16px;height:7px;border-width:2px 2px 0;border-style:solid;border-radius:10px 10px 0 0;font-size:0;line-height:0')}>&nbsp;</td></tr>
<tr><td style="height:2px;font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td ${painted(['hull'], 'width:20px;height:9px;border-radius:0 0 10px 10px;font-size:0;line-height:0')}>&nbsp;</td></tr></table>`;

export const logoId = 'logo';
const logo = `<img src="cid:${logoId}" width="22" height="22" alt="" style="display:block">`;

const head = ({ brandName, brand }: Letterhead) =>
  `<table ${table}><tr><td style="padding-right:10px">${brand?.logo ? logo : mark}</td>
<td ${painted(['text'], `${sans};font-size:15px;line-height:20px;font-weight:600`)}>${escapeHtml(brandName)}</td></tr></table>`;

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

const paragraph = (text: string) => `<p ${painted(['quiet'], 'margin:0 0 16px')}>${lines(text)}</p>`;

const codeLine = (code: string) =>
  `<p ${painted(['inset'], `${mono};margin:0 0 16px;padding:14px 16px;border-radius:7px;font-size:24px;line-height:28px;letter-spacing:4px`)}>${escapeHtml(code)}</p>`;

const button = ({ label, url }: Link) =>
  `<table ${table} style="margin:8px 0 20px"><tr><td ${painted(['button'], 'border-radius:7px')}>
<a href="${escapeHtml(url)}" ${painted(['label'], `${sans};display:inline-block;padding:10px 18px;font-size:15px;line-height:20px;font-weight:500;text-decoration:none`)}>${escapeHtml(label)}</a></td></tr></table>`;

const textLink = ({ label, url }: Link) =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" ${painted(['link'], 'font-weight:500')}>${escapeHtml(label)}</a></p>`;

const smallLine = (content: string) =>
  `<p ${painted(['small'], 'margin:0 0 8px;font-size:13px;line-height:20px')}>${content}</p>`;

// A mail program may show no button.
const addressLine = ({ url }: Link) =>
  smallLine(
    `Button not working? Copy this address into your browser:<br><a href="${escapeHtml(url)}" ${painted(['link'], 'word-break:break-all')}>${escapeHtml(url)}</a>`,
  );

const smallPart = ({ small, links: [first] }: Letterhead) =>
  `<table ${table} width="100%"><tr><td ${painted(['rule'], `${sans};padding:16px 0 0`)}>
${small.map((line) => smallLine(lines(line))).join('\n')}
${first ? addressLine(first) : ''}</td></tr></table>`;

const linkPart = ([first, ...others]: Link[]) =>
  first ? `${button(first)}\n${others.map(textLink).join('\n')}` : '';

const page = (mail: Letterhead) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyle}}@media (max-width:480px){.page{padding:20px 12px!important}.sheet{padding:24px 20px!important}.why{padding:16px 20px 0!important}}</style></head>
<body ${painted(['canvas'], 'margin:0;padding:0')}>
<table ${table} width="100%" ${painted(['canvas'])}><tr><td align="center" class="page" style="padding:40px 16px">
<table ${table} width="100%" style="max-width:560px;text-align:left"><tr><td style="padding:0 0 20px">${head(mail)}</td></tr>
<tr><td ${painted(['card', 'text'], `${sans};padding:32px;border-radius:10px;font-size:15px;line-height:23px`).replace('class="', 'class="sheet ')}>
<h1 ${painted(['text'], 'margin:0 0 16px;font-size:20px;line-height:26px;font-weight:600')}>${escapeHtml(mail.subject)}</h1>
${[mail.greeting, ...mail.paragraphs].map(paragraph).join('\n')}
${mail.code ? codeLine(mail.code) : ''}
${linkPart(mail.links)}
${smallPart(mail)}
</td></tr><tr><td ${painted(['small'], `${sans};padding:16px 32px 0;font-size:12px;line-height:18px`).replace('class="', 'class="why ')}>${escapeHtml(mail.why)}</td></tr></table>
</td></tr></table></body></html>`;

export const htmlPart = (mail: Letterhead) => inAccent(page(mail), mail.brand?.accent);
