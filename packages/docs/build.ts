// npm run build: the pages of the documentation, the index of its search, the OpenAPI document, and the script and the
// styles that the pages load.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { rolldown } from 'rolldown';
import { readGuides } from './src/guides.ts';
import { type Page, renderPage } from './src/layout.ts';
import { openApiDocument } from './src/reference/openapi.ts';
import { renderMarkdown } from './src/render.ts';
import { searchIndex } from './src/search-index.ts';

const dist = join(import.meta.dirname, 'dist');
const browser = join(import.meta.dirname, 'src/browser');

const write = (name: string, text: string) => {
  writeFileSync(join(dist, name), text);
  // An address that changes with its content, so that no browser mixes old files with a new page.
  return `/docs/${name}?${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
};

const writeScript = async () => {
  const bundle = await rolldown({ input: join(browser, 'docs.ts') });
  const { output } = await bundle.write({
    dir: dist,
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return `/docs/${output[0].fileName}`;
};

const writeStyles = async () => {
  const source = readFileSync(join(browser, 'docs.css'), 'utf8');
  const styles = await compile(source, { base: browser, onDependency: () => undefined });
  return write('docs.css', optimize(styles.build([]), { minify: true }).code);
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

const pages: Page[] = readGuides().map((guide) => ({ ...guide, ...renderMarkdown(guide.markdown) }));
const assets = {
  script: await writeScript(),
  stylesheet: await writeStyles(),
  index: write('search.json', JSON.stringify(searchIndex(pages))),
};
write('openapi.json', JSON.stringify(openApiDocument()));
for (const page of pages) {
  const name = page.address.slice('/docs/'.length) || 'index';
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  write(`${name}.html`, renderPage(pages, page, assets));
}
// Written last: its time stamp says that the build is whole.
write('missing.html', renderPage(pages, null, assets));
