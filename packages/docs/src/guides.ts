// The guides: Markdown files with a title, a description and a place in the order of the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fillIn } from './fill.ts';

export type Guide = {
  address: string;
  title: string;
  description: string;
  // The browser's tab.
  documentTitle: string;
  // Placeholders are filled, except for those of an installation.
  markdown: string;
};

const folder = new URL('../guides/', import.meta.url);

const readGuide = (file: string) => {
  const [, head = '', body = ''] = readFileSync(new URL(file, folder), 'utf8').split(/^---\n/m);
  const lines = [...head.matchAll(/^(\w+): (?:'(.+)'|(.+))$/gm)];
  const fields = Object.fromEntries(lines.map(([, name, quoted, plain]) => [name, quoted ?? plain ?? '']));
  const { title = '', description = '', order, documentTitle = `${title} · %BRAND% Docs` } = fields;
  if (!title || !description || !order) throw new Error(`${file} needs a title, a description and an order`);
  const name = basename(file, '.md');
  const address = name === 'index' ? '/docs' : `/docs/${name}`;
  return { address, title, description, documentTitle, order: Number(order), markdown: body };
};

const cards = (guides: Guide[]) =>
  guides
    .filter(({ address }) => address !== '/docs')
    .map((guide) => `- [**${guide.title}**<span>${guide.description}</span>](${guide.address})`)
    .join('\n');

export const readGuides = (): Guide[] => {
  const guides = readdirSync(folder)
    .map(readGuide)
    .toSorted((one, other) => one.order - other.order);
  return guides.map((guide) => ({
    ...guide,
    markdown: fillIn(guide.markdown, { pages: () => cards(guides) }),
  }));
};
