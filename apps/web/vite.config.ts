import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { serverPaths, serverPrefixes } from '@ballast/contract/portal';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstScript } from './vite/first-script.ts';
import { loadParts } from './vite/load-parts.ts';
import { sharedChunks } from './vite/shared-chunks.ts';

const apiUrl = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`;
const apiStartSeconds = 60;
const compressible = /\.(js|css|svg|json)$/;
const compressFromBytes = 1024;

export default defineConfig({
  plugins: [react(), tailwindcss(), portalInDev(), preloadSans(), firstScript(), loadParts(), precompress()],
  server: {
    strictPort: true,
    proxy: Object.fromEntries([...serverPrefixes, ...serverPaths].map((path) => [path, apiUrl])),
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no data: fonts, and one rule for all assets is easier to reason about.
    assetsInlineLimit: 0,
    // The styles are one file: lib/import-files.ts loads scripts alone.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Vite leaves out a part of a single file. Nobody waits for the page of specimens, whose parts need not be listed in what
      // everybody loads.
      resolveDependencies: (file, files) => {
        if (file.includes('dev-ui')) return [];
        return files.length ? files : [file];
      },
    },
    rolldownOptions: {
      output: {
        // What compresses better in one stream than in ten: what the first page needs, and parts that screens share.
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'] }, ...sharedChunks],
        },
      },
    },
  },
  resolve: {
    // React has these hooks itself; what libraries bring along is for versions before 18.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
});

// In production the server fills these in when it answers with index.html.
function portalInDev(): Plugin {
  return {
    name: 'portal-in-dev',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const portal = await fetchPortal();
        return html
          .replace('%PORTAL%', () => escapeHtml(JSON.stringify(portal)))
          .replaceAll('%TITLE%', () => escapeHtml(`${portal.brandName} Developer Portal`))
          .replaceAll('%BRAND%', () => escapeHtml(portal.brandName))
          .replaceAll('%URL%', apiUrl)
          .replace('<!-- brand styles -->', '<link rel="stylesheet" href="/brand.css" />');
      },
    },
  };
}

// `npm run dev` starts both at once and the API needs longer, so the first page waits for it.
async function fetchPortal(): Promise<{ brandName: string }> {
  for (let second = 0; second < apiStartSeconds; second += 1) {
    const response = await fetch(`${apiUrl}/api/portal`).catch(() => undefined);
    if (response?.ok) return (await response.json()) as { brandName: string };
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`The API does not answer on ${apiUrl}. Start it with the web app: npm run dev`);
}

function escapeHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

// The name of the font file is known only after the build has hashed it.
function preloadSans(): Plugin {
  return {
    name: 'preload-sans',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /\/geist-latin-wght-normal-[^/]*\.woff2$/.test(name),
        );
        if (!font) throw new Error('The sans font is missing from the build');
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

// index.html is left out: the server fills it in for every installation.
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('The build names no output folder');
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compress(path.join(dir, file))),
      );
    },
  };
}

async function compress(file: string) {
  if ((await stat(file)).size <= compressFromBytes) return;
  const content = await readFile(file);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}
