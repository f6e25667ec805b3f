// The build writes the documentation: a page for each part, what the search looks through, and the few files that they load.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliDist } from '../../../runtime/settings/places.ts';
import { renderMissing, renderPage } from './layout.ts';
import { cliPage } from './pages/cli.ts';
import { gatewaysPage } from './pages/gateways.ts';
import { getStartedPage } from './pages/get-started.ts';
import { homePage } from './pages/home.ts';
import { keysPage } from './pages/keys.ts';
import { limitsAndErrorsPage } from './pages/limits-and-errors.ts';
import { referencePage } from './pages/reference.ts';
import { searchIndex } from './search-index.ts';

const assets = join(import.meta.dirname, 'assets');
const deployFolder = join(import.meta.dirname, '../../../../../../deploy');

const listPages = () => {
  const others = [
    getStartedPage,
    keysPage,
    limitsAndErrorsPage,
    gatewaysPage(deployFolder),
    cliPage(JSON.parse(readFileSync(join(cliDist, 'commands.json'), 'utf8'))),
    referencePage(),
  ];
  return [homePage(others), ...others];
};

export const writeDocs = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const pages = listPages();
  const index = JSON.stringify(searchIndex(pages));
  const files = readdirSync(assets);
  const hash = createHash('sha256').update(index);
  for (const name of files) hash.update(readFileSync(join(assets, name)));
  const stamp = hash.digest('hex').slice(0, 8);

  for (const name of files) copyFileSync(join(assets, name), join(folder, name));
  writeFileSync(join(folder, 'search.json'), index);
  for (const page of pages)
    writeFileSync(join(folder, `${page.path || 'index'}.html`), renderPage(pages, page, stamp));
  writeFileSync(join(folder, 'missing.html'), renderMissing(pages, stamp));
};
