// What the search looks through: each section of each page, with the beginning of its text.
import { addressOf } from './layout.ts';
import { type Page, plainText } from './markup.ts';

export type SearchEntry = { page: string; title: string; address: string; text: string };

const longestText = 600;

export const searchIndex = (pages: readonly Page[]): SearchEntry[] =>
  pages.flatMap((page) => [
    { page: page.title, title: page.title, address: addressOf(page), text: plainText(page.lede) },
    ...page.sections.flatMap(({ id, title, html, parts }) =>
      (parts ?? [{ id, title, text: plainText(html) }]).map((part) => ({
        page: page.title,
        title: part.title,
        address: `${addressOf(page)}#${part.id}`,
        text: part.text.slice(0, longestText),
      })),
    ),
  ]);
