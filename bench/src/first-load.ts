// This weighs the JavaScript that a first visit to /auth loads, as a browser loads it, beside React alone.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, startPortal } from '@ballast/harness/portal';
import { chromium } from '@playwright/test';
import { build } from 'vite';

const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];
const gzipBytes = (code: string) => gzipSync(code, { level: 9 }).length;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

const reactAlone = async () => {
  const result = await build({
    root: join(root, 'apps/web'),
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: 'virtual:react' } },
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === 'virtual:react' ? join(root, 'apps/web/react-alone.js') : null),
        load: (id) =>
          id.endsWith('react-alone.js')
            ? 'import { createElement } from "react"; import { createRoot } from "react-dom/client"; createRoot(document.body).render(createElement("p"));'
            : null,
      },
    ],
  });
  const outputs = 'output' in result ? result.output : [];
  return outputs.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipBytes(file.code) : 0), 0);
};

const scriptsOf = async (url: string) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: browserArgs,
  });
  const page = await browser.newPage();
  const scripts = new Map<string, string>();
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), await response.text());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await browser.close();
  return scripts;
};

export const measureFirstLoad = async () => {
  const portal = await startPortal();
  const scripts = await scriptsOf(`${portal.url}/auth`);
  await portal.stop();

  const sizes = [...scripts].map(([url, code]) => ({ name: new URL(url).pathname, bytes: gzipBytes(code) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log('JavaScript of a first visit to /auth, gzip');
  for (const { name, bytes } of sizes) console.log(`  ${name.padEnd(44)}${kilobytes(bytes).padStart(9)}`);
  console.log(`  ${'in all'.padEnd(44)}${kilobytes(total).padStart(9)}   budget 110 KB`);
  console.log(`  ${'React and React DOM alone'.padEnd(44)}${kilobytes(await reactAlone()).padStart(9)}\n`);
};
