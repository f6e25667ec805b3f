// The index of the search: each section of each page, with the beginning of its text.
import { searchErrors } from './errors.ts';
import type { Page } from './layout.ts';
import { reference } from './reference/groups.ts';
import { plainText, type Section } from './render.ts';

export type SearchEntry = { page: string; title: string; address: string; text: string };

const longestText = 600;

// Error codes have anchors of their own. The calls are found on the pages of their groups.
const partsOf = ({ address }: Page, { id, title, html, className }: Section) => {
  if (className === 'portal-only') return [];
  if (address === reference && id !== 'authenticate') return [];
  if (id === 'errors') return searchErrors();
  return [{ id, title, text: plainText(html) }];
};

// A group begins with the list of its calls, which are found by themselves.
const introductionOf = ({ parent, description, introduction }: Page) =>
  parent ? description : plainText(introduction);

export const searchIndex = (pages: Page[]): SearchEntry[] =>
  pages
    .filter(({ internal }) => !internal)
    .flatMap((page) => [
      { page: page.title, title: page.title, address: page.address, text: introductionOf(page) },
      ...page.sections
        .flatMap((section) => partsOf(page, section))
        .map(({ id, title, text }) => ({
          page: page.title,
          title,
          address: `${page.address}#${id}`,
          text: text.slice(0, longestText),
        })),
    ]);
