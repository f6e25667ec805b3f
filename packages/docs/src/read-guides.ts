// The files of the guides: a head with a title, a description and a place in the order of the pages, and Markdown below it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export type GuideFile = {
  name: string;
  title: string;
  // In the list of pages.
  shortTitle: string;
  description: string;
  // The browser's tab.
  documentTitle: string;
  order: number;
  // Only the portal's own screens make the calls of this page.
  internal: boolean;
  markdown: string;
};

const readGuide = (file: URL): GuideFile => {
  const [, head = '', body = ''] = readFileSync(file, 'utf8').split(/^---\n/m);
  const lines = [...head.matchAll(/^(\w+): (?:'(.+)'|(.+))$/gm)];
  const fields = Object.fromEntries(lines.map(([, name, quoted, plain]) => [name, quoted ?? plain ?? '']));
  const { title = '', description = '', order, documentTitle = `${title} · %BRAND% Docs` } = fields;
  if (!title || !description || !order)
    throw new Error(`${file.pathname} needs a title, a description and an order`);
  return {
    name: basename(file.pathname, '.md'),
    title,
    shortTitle: fields.shortTitle ?? title,
    description,
    documentTitle,
    order: Number(order),
    internal: fields.internal === 'yes',
    markdown: body,
  };
};

const readFolder = (folder: URL) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readGuide(new URL(file, folder)))
    .toSorted((one, other) => one.order - other.order);

export const guideFiles = readFolder(new URL('../guides/', import.meta.url));

// A page for each group of endpoints.
export const groupFiles = readFolder(new URL('../guides/reference/', import.meta.url));
