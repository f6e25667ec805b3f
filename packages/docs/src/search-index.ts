// The index of the search: each section of each page, with the beginning of its text.
import { searchErrors } from './errors.ts';
import type { Page } from './layout.ts';
import { searchCalls } from './reference/calls.ts';
import { plainText, type Section } from './render.ts';

export type SearchEntry = { page: string; title: string; address: string; text: string };

const longestText = 600;

// Error codes and calls have anchors of their own.
const partsOf = ({ address }: Page, { id, title, html, className }: Section) => {
  if (className === 'portal-only') return [];
  if (id === 'errors') return searchErrors();
  const calls = address === '/docs/reference' ? searchCalls(title) : [];
  return calls.length ? calls : [{ id, title, text: plainText(html) }];
};

export const searchIndex = (pages: Page[]): SearchEntry[] =>
  pages.flatMap((page) => [
    { page: page.title, title: page.title, address: page.address, text: plainText(page.introduction) },
    ...page.sections
      .flatMap((section) => partsOf(page, section))
      .map(({ id, title, text }) => ({
        page: page.title,
        title,
        address: `${page.address}#${id}`,
        text: text.slice(0, longestText),
      })),
  ]);
