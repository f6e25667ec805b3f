// The few shapes that every page of the documentation is made of.
import { escapeHtml } from '../../../runtime/escape-html.ts';

export type Section = {
  id: string;
  title: string;
  html: string;
  // What the list of sections calls it, where its title is too long for a list.
  shortTitle?: string;
  // Hidden until the reader asks for the calls of the portal's own screens.
  portalOnly?: boolean;
  // What the search finds inside it, where its parts have anchors of their own.
  parts?: { id: string; title: string; text: string }[];
};

export type Page = {
  // Below /docs; the first page has none.
  path: string;
  title: string;
  // The browser's tab, where it is not the title followed by the brand.
  documentTitle?: string;
  description: string;
  lede: string;
  sections: Section[];
};

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

// A script shows the button, because without one it could do nothing.
export const block = (text: string) =>
  `<div class="code"><pre tabindex="0"><code>${escapeHtml(text.trimEnd())}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;

export const paragraph = (html: string) => `<p>${html}</p>`;

export const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

export const list = (items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

// The first column names what the others say something about.
export const table = (
  caption: string,
  columns: string[],
  rows: string[][],
) => `<table class="columns-${columns.length}">
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')}</tr></thead>
<tbody>${rows
  .map(
    ([first = '', ...others]) =>
      `<tr><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  .join('')}</tbody></table>`;

export const plainText = (html: string) =>
  html
    .replace(/<button[^<>]*>[^<]*<\/button>/g, '')
    .replace(/<\/(p|li|h\d|td|th|tr|pre|caption|summary)>/g, ' ')
    .replace(/<[^<>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
