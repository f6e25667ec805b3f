// The HTML of a mail, in the portal's look. Mail programs know tables and inline styles; a few know more: the colours of a dark
// theme, rounded corners, the portal's typeface. Nothing is fetched from anywhere, so no server learns who reads the mail.
import { escapeHtml } from '../runtime/escape-html.ts';

type Link = { label: string; url: string };

export type Letterhead = {
  brandName: string;
  subject: string;
  greeting: string;
  paragraphs: string[];
  code?: string | undefined;
  facts: [name: string, value: string][];
  action?: Link | undefined;
  notMe?: Link | undefined;
  footer: string;
  why: string;
};

// Each part's colours on light paper stand inline; a program that prefers dark reads the second from the style sheet.
const colours = {
  canvas: ['background-color:#F8FAFA', 'background-color:#0A0C0D'],
  card: [
    'background-color:#FFFFFF;border:1px solid #E3E8E9',
    'background-color:#0F1213;border:1px solid #1E2426',
  ],
  text: ['color:#0E1517', 'color:#EDF1F2'],
  quiet: ['color:#475357', 'color:#A9B3B6'],
  small: ['color:#5F6C70', 'color:#8B979B'],
  link: ['color:#0A6B70', 'color:#55C6C8'],
  inset: ['background-color:#F5F7F7;color:#0E1517', 'background-color:#080A0B;color:#EDF1F2'],
  rule: ['border-top:1px solid #E3E8E9', 'border-top:1px solid #1E2426'],
  button: ['background-color:#11191B', 'background-color:#EDF1F2'],
  label: ['color:#FFFFFF', 'color:#0A0C0D'],
  sky: ['border-color:#0E1517', 'border-color:#EDF1F2'],
  hull: ['background-color:#0A6B70', 'background-color:#55C6C8'],
} as const;

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

const head = (brandName: string) =>
  `<table ${table}><tr><td style="padding-right:10px">${mark}</td>
<td ${painted(['text'], `${sans};font-size:15px;line-height:20px;font-weight:600`)}>${escapeHtml(brandName)}</td></tr></table>`;

const paragraph = (text: string) =>
  `<p ${painted(['quiet'], 'margin:0 0 16px')}>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const codeLine = (code: string) =>
  `<p ${painted(['inset'], `${mono};margin:0 0 16px;padding:14px 16px;border-radius:7px;font-size:24px;line-height:28px;letter-spacing:4px`)}>${escapeHtml(code)}</p>`;

const factRow = ([name, value]: [string, string]) =>
  `<tr><td ${painted(['small'], `${sans};padding:4px 16px 4px 0;font-size:13px;line-height:20px;vertical-align:top`)}>${escapeHtml(name)}</td>
<td ${painted(['text'], `${sans};padding:4px 0;font-size:13px;line-height:20px;word-break:break-word`)}>${escapeHtml(value)}</td></tr>`;

const factTable = (facts: Letterhead['facts']) =>
  `<table ${table} width="100%" ${painted(['inset'], 'margin:0 0 16px;border-radius:7px;border-collapse:separate')}><tr><td style="padding:8px 16px"><table ${table}>${facts.map(factRow).join('')}</table></td></tr></table>`;

const button = ({ label, url }: Link) =>
  `<table ${table} style="margin:8px 0 20px"><tr><td ${painted(['button'], 'border-radius:7px')}>
<a href="${escapeHtml(url)}" ${painted(['label'], `${sans};display:inline-block;padding:10px 18px;font-size:15px;line-height:20px;font-weight:500;text-decoration:none`)}>${escapeHtml(label)}</a></td></tr></table>
<p ${painted(['small'], 'margin:0 0 16px;font-size:13px;line-height:20px')}>Or copy this address into your browser:<br>
<a href="${escapeHtml(url)}" ${painted(['link'], 'word-break:break-all')}>${escapeHtml(url)}</a></p>`;

const notMeLine = ({ label, url }: Link) =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" ${painted(['link'], 'font-weight:500')}>${escapeHtml(label)}</a></p>`;

export const htmlPart = (mail: Letterhead) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyle}}@media (max-width:480px){.page{padding:20px 12px!important}.sheet{padding:24px 20px!important}.why{padding:16px 20px 0!important}}</style></head>
<body ${painted(['canvas'], 'margin:0;padding:0')}>
<table ${table} width="100%" ${painted(['canvas'])}><tr><td align="center" class="page" style="padding:40px 16px">
<table ${table} width="100%" style="max-width:560px;text-align:left"><tr><td style="padding:0 0 20px">${head(mail.brandName)}</td></tr>
<tr><td ${painted(['card', 'text'], `${sans};padding:32px;border-radius:10px;font-size:15px;line-height:23px`).replace('class="', 'class="sheet ')}>
<h1 ${painted(['text'], 'margin:0 0 16px;font-size:20px;line-height:26px;font-weight:600')}>${escapeHtml(mail.subject)}</h1>
${[mail.greeting, ...mail.paragraphs].map(paragraph).join('\n')}
${mail.code ? codeLine(mail.code) : ''}
${mail.facts.length ? factTable(mail.facts) : ''}
${mail.action ? button(mail.action) : ''}
${mail.notMe ? notMeLine(mail.notMe) : ''}
<p ${painted(['rule', 'small'], 'margin:24px 0 0;padding:16px 0 0;font-size:13px;line-height:20px')}>${escapeHtml(mail.footer)}</p>
</td></tr><tr><td ${painted(['small'], `${sans};padding:16px 32px 0;font-size:12px;line-height:18px`).replace('class="', 'class="why ')}>${escapeHtml(mail.why)}</td></tr></table>
</td></tr></table></body></html>`;
