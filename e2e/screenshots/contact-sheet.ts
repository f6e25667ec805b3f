// All pictures on one page, screen by screen, and a picture of that page.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '@ballast/harness/portal';
import { chromium } from '@playwright/test';
import { folder, themes, widths } from './folder.ts';
import { pictures } from './screens.ts';

// A browser draws no picture that is taller than 16,384 pixels.
const scale = 1 / 5;

const picturesOf = (name: string) =>
  themes
    .flatMap((theme) => widths.map((width) => ({ file: `${name}-${theme}-${width}.png`, width })))
    .filter(({ file }) => existsSync(join(folder, file)))
    .map(
      ({ file, width }) =>
        `<a href="${file}"><img src="${file}" alt="${file}" width="${Math.round(width * scale)}"></a>`,
    );

const page = `<!doctype html><meta charset="utf-8"><title>Every screen</title>
<style>body{margin:24px;font:14px system-ui;background:#555;color:#fff}div{display:flex;gap:12px;align-items:start}h2{font-size:14px}img{display:block;height:auto}</style>
${pictures.map(({ name }) => `<h2>${name}</h2><div>${picturesOf(name).join('')}</div>`).join('\n')}`;

const sheet = join(folder, 'index.html');
mkdirSync(folder, { recursive: true });
writeFileSync(sheet, page);

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const tab = await browser.newPage({ viewport: { width: 1080, height: 900 } });
await tab.goto(pathToFileURL(sheet).href, { waitUntil: 'load' });
await tab.screenshot({ path: join(folder, 'contact-sheet.png'), fullPage: true, timeout: 0 });
await browser.close();

// README shows the keys of a developer.
if (process.argv.includes('--readme'))
  copyFileSync(join(folder, 'keys-dark-1280.png'), join(root, 'docs/portal.png'));
console.log(`The contact sheet: ${sheet}`);
