// The frame of every page: header, list of pages, the page, its neighbours, and the version that it was made with.

import { escapeHtml } from '@ballast/contract/escape-html';
import packageJson from '../package.json' with { type: 'json' };
import type { Guide } from './guides.ts';
import { type Assets, headOf } from './head.ts';
import type { Section } from './render.ts';

export type Page = Guide & { introduction: string; sections: Section[] };

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
<a class="brand" href="/">%MARK%%BRAND%</a><span class="slash" aria-hidden="true">/</span><a class="home" href="/docs">Docs</a>
<search class="search" data-index="${index}"><label class="sr" for="search">Search the documentation</label>${icons.search}<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Found" hidden></div><p class="sr" role="status" id="found-count"></p></search>
<a class="to-portal" href="/dashboard">Dashboard</a>
<button type="button" class="icon theme" aria-label="Switch to light theme">${icons.sun}${icons.moon}</button></header>`;

const classOf = (className: string) => (className ? ` class="${className}"` : '');

const sectionLinks = ({ sections }: Page) => {
  if (sections.length < 2) return '';
  const links = sections.map(
    ({ id, className, shortTitle }) =>
      `<li${classOf(className)}><a href="#${id}">${escapeHtml(shortTitle)}</a></li>`,
  );
  return `<ul>${links.join('')}</ul>`;
};

const linkTo = ({ address, shortTitle }: Guide, attributes = '') =>
  `<a href="${address}"${attributes}>${escapeHtml(shortTitle)}</a>`;

const navigation = (pages: Page[], current: Page | null) => {
  const top = current?.parent ?? current?.address;
  const entry = (page: Page): string => {
    const below = page.address === top ? pages.filter(({ parent }) => parent === page.address) : [];
    const own = page === current && !below.length ? sectionLinks(page) : '';
    const inside = below.length ? `<ul>${below.map(entry).join('')}</ul>` : own;
    const className = page.internal && page !== current ? 'portal-only' : '';
    return `<li${classOf(className)}>${linkTo(page, page === current ? ' aria-current="page"' : '')}${inside}</li>`;
  };
  const links = pages.filter(({ parent }) => !parent).map(entry);
  return `<nav id="pages" aria-label="Documentation"><ul>${links.join('')}</ul></nav>`;
};

const neighbour = (page: Page | undefined, relation: 'prev' | 'next', label: string) =>
  page
    ? `<a class="${relation}" rel="${relation}" href="${page.address}"><span>${label}</span>${escapeHtml(page.title)}</a>`
    : '<span></span>';

const neighbours = (pages: Page[], page: Page) => {
  const shown = pages.filter((each) => !each.internal || each === page);
  const place = shown.indexOf(page);
  return `<nav class="neighbours" aria-label="Previous and next page">${neighbour(shown[place - 1], 'prev', 'Previous')}${neighbour(shown[place + 1], 'next', 'Next')}</nav>`;
};

const sectionHtml = ({ id, className, operation, title, html }: Section) =>
  `<section id="${id}"${classOf(className)}${operation ? ` data-operation="${operation}"` : ''}><h2>${escapeHtml(title)}</h2>${html}</section>`;

const content = (pages: Page[], page: Page) =>
  `<h1>${escapeHtml(page.title)}</h1>${page.introduction.replace('<p>', '<p class="lede">')}
${page.sections.map(sectionHtml).join('\n')}
${neighbours(pages, page)}`;

const missing = {
  address: '/docs',
  documentTitle: 'Page Not Found · %BRAND% Docs',
  description: 'This page of the documentation doesn’t exist.',
  html: '<h1>Page Not Found</h1><p class="lede">This page doesn’t exist or has moved. Search for it, or select one of the pages.</p>',
};

// Without a page it is the one that says that there is none.
export const renderPage = (pages: Page[], page: Page | null, assets: Assets) => {
  const isWide = page?.sections.some(({ operation }) => operation);
  return `<!doctype html>
<html lang="en"><head>${headOf(page ?? missing, assets)}</head>
<body class="dark"><script src="/theme.js"></script>
<a class="skip" href="#main">Skip to content</a>
${header(assets.index)}
<div class="frame${isWide ? ' wide' : ''}">${navigation(pages, page)}
<main id="main" tabindex="-1">${page ? content(pages, page) : missing.html}
<footer><p>Version ${packageJson.version}</p></footer></main></div></body></html>
`;
};
