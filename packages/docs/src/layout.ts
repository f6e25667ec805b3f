// The frame of every page: header, list of pages, the page, the next page, and the version that it was made with.
import packageJson from '../package.json' with { type: 'json' };
import type { Guide } from './guides.ts';
import { escapeHtml, type Section } from './render.ts';

export type Page = Guide & { introduction: string; sections: Section[] };

// Files whose names change with their content.
export type Assets = { script: string; stylesheet: string; index: string };

const mark = `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true"><path d="M3.15 10.1A9.05 9.05 0 0 1 20.85 10.1" stroke="currentColor" stroke-width="2.1"/><path class="water" d="M2 12.3H22A10 10 0 0 1 2 12.3Z"/></svg>`;
const icon = (paths: string) =>
  `<svg class="lucide" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
const icons = {
  menu: icon('<path d="M4 12h16M4 18h16M4 6h16"/>'),
  search: icon('<circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/>'),
  sun: icon(
    '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/>',
  ),
  moon: icon('<path d="M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9Z"/>'),
};

const header = (
  index: string,
) => `<header class="bar"><button type="button" class="icon menu" aria-label="Menu" aria-expanded="false" aria-controls="pages">${icons.menu}</button>
<a class="brand" href="/">${mark}%BRAND%</a><span class="slash" aria-hidden="true">/</span><a class="home" href="/docs">Docs</a>
<search class="search" data-index="${index}"><label class="sr" for="search">Search the documentation</label>${icons.search}<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Found" hidden></div><p class="sr" role="status" id="found-count"></p></search>
<button type="button" class="icon theme" aria-label="Switch to light theme">${icons.sun}${icons.moon}</button></header>`;

const classOf = ({ className }: Section) => (className ? ` class="${className}"` : '');

const sectionLinks = ({ sections }: Page) => {
  if (sections.length < 2) return '';
  const links = sections.map(
    (section) => `<li${classOf(section)}><a href="#${section.id}">${escapeHtml(section.shortTitle)}</a></li>`,
  );
  return `<ul>${links.join('')}</ul>`;
};

const linkTo = ({ address, title }: Guide, attributes = '') =>
  `<a href="${address}"${attributes}>${escapeHtml(title)}</a>`;

const navigation = (pages: Page[], current: Page | null) => {
  const links = pages.map((page) =>
    page === current
      ? `<li>${linkTo(page, ' aria-current="page"')}${sectionLinks(page)}</li>`
      : `<li>${linkTo(page)}</li>`,
  );
  return `<nav id="pages" aria-label="Documentation"><ul>${links.join('')}</ul></nav>`;
};

const content = (pages: Page[], page: Page) => {
  const next = pages[pages.indexOf(page) + 1];
  return `<h1>${escapeHtml(page.title)}</h1>${page.introduction.replace('<p>', '<p class="lede">')}
${page.sections
  .map(
    (section) =>
      `<section id="${section.id}"${classOf(section)}><h2>${escapeHtml(section.title)}</h2>${section.html}</section>`,
  )
  .join('\n')}
${next ? `<p class="next">Next: ${linkTo(next)}</p>` : ''}`;
};

const missing = {
  documentTitle: 'Page Not Found · %BRAND% Docs',
  description: 'This page of the documentation does not exist.',
  html: '<h1>Page Not Found</h1><p class="lede">This page of the documentation does not exist, or it has moved. Search for it, or choose one of the pages.</p>',
};

// Without a page it is the one that says that there is none.
export const renderPage = (pages: Page[], page: Page | null, { script, stylesheet, index }: Assets) => {
  const { documentTitle, description } = page ?? missing;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(documentTitle)}</title><meta name="description" content="${escapeHtml(description)}"><meta name="theme-color" content="#0A0C0D">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="%SANS_FONT%" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="%MONO_FONT%" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="%STYLESHEET%"><link rel="stylesheet" href="${stylesheet}">
<script type="module" src="${script}"></script></head>
<body class="dark"><script src="/theme.js"></script>
<a class="skip" href="#main">Skip to content</a>
${header(index)}
<div class="frame">${navigation(pages, page)}
<main id="main" tabindex="-1">${page ? content(pages, page) : missing.html}
<footer><p>Last checked against version ${packageJson.version}</p></footer></main></div></body></html>
`;
};
