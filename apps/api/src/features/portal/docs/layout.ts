// The frame of every page: header, list of pages, the page, where to go next, and the version that it was made with.
import packageJson from '../../../../package.json' with { type: 'json' };
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { installation } from './installation.ts';
import type { Page } from './markup.ts';

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

export const addressOf = ({ path }: Pick<Page, 'path'>) => (path ? `/docs/${path}` : '/docs');

const header = `<header class="bar"><button type="button" class="icon menu" aria-label="Menu" aria-expanded="false" aria-controls="pages">${icons.menu}</button>
<a class="brand" href="/">${mark}${installation.brandName}</a><span class="slash" aria-hidden="true">/</span><a class="home" href="/docs">Docs</a>
<search class="search"><label class="sr" for="search">Search the documentation</label>${icons.search}<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Found" hidden></div><p class="sr" role="status" id="found-count"></p></search>
<button type="button" class="icon theme" aria-label="Switch to light theme">${icons.sun}${icons.moon}</button></header>`;

const hiddenClass = (portalOnly = false) => (portalOnly ? ' class="portal-only"' : '');

const sectionLinks = ({ sections }: Page) =>
  sections.length < 2
    ? ''
    : `<ul>${sections
        .map(
          ({ id, title, shortTitle = title, portalOnly }) =>
            `<li${hiddenClass(portalOnly)}><a href="#${id}">${escapeHtml(shortTitle)}</a></li>`,
        )
        .join('')}</ul>`;

const navigation = (pages: readonly Page[], current: Page | null) =>
  `<nav id="pages" aria-label="Documentation"><ul>${pages
    .map((page) =>
      page === current
        ? `<li><a href="${addressOf(page)}" aria-current="page">${escapeHtml(page.title)}</a>${sectionLinks(page)}</li>`
        : `<li><a href="${addressOf(page)}">${escapeHtml(page.title)}</a></li>`,
    )
    .join('')}</ul></nav>`;

const next = (pages: readonly Page[], current: Page) => {
  const following = pages[pages.indexOf(current) + 1];
  return following
    ? `<p class="next">Next: <a href="${addressOf(following)}">${escapeHtml(following.title)}</a></p>`
    : '';
};

const checkedLine = `Last checked against version ${packageJson.version}`;

const frame = (head: { title: string; description: string }, nav: string, main: string, stamp: string) =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(head.title)}</title><meta name="description" content="${escapeHtml(head.description)}"><meta name="theme-color" content="#0A0C0D">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${installation.sansFont}" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="${installation.monoFont}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${installation.stylesheet}"><link rel="stylesheet" href="/docs/docs.css?${stamp}">
<script type="module" src="/docs/docs.js?${stamp}"></script></head>
<body class="dark"><script src="/theme.js"></script>
<a class="skip" href="#main">Skip to content</a>
${header}
<div class="frame">${nav}
<main id="main" tabindex="-1">${main}
<footer><p>${checkedLine}</p></footer></main></div></body></html>
`;

// The stamp changes with the scripts and styles, so that no browser mixes old ones with a new page.
export const renderPage = (pages: readonly Page[], page: Page, stamp: string) =>
  frame(
    {
      title: page.documentTitle ?? `${page.title} · ${installation.brandName} Docs`,
      description: page.description,
    },
    navigation(pages, page),
    `<h1>${escapeHtml(page.title)}</h1><p class="lede">${page.lede}</p>
${page.sections
  .map(
    ({ id, title, html, portalOnly }) =>
      `<section id="${id}"${hiddenClass(portalOnly)}><h2>${escapeHtml(title)}</h2>${html}</section>`,
  )
  .join('\n')}
${next(pages, page)}`,
    stamp,
  );

export const renderMissing = (pages: readonly Page[], stamp: string) =>
  frame(
    {
      title: `Page Not Found · ${installation.brandName} Docs`,
      description: 'This page of the documentation does not exist.',
    },
    navigation(pages, null),
    `<h1>Page Not Found</h1><p class="lede">This page of the documentation does not exist, or it has moved. Search for it, or choose one of the pages.</p>`,
    stamp,
  );
