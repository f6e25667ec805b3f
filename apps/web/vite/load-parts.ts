// How the parts of the app are loaded. src/lib/import-files.ts replaces the helper that Vite calls with every import() and its files.
// A list in index.html names the files of each screen and tab, which src/first-script.ts requests early: a browser learns of them
// only when the first file runs.
import { requestsPage, screens, tabNames } from '@ballast/contract/screens';
import type { Plugin, Rolldown } from 'vite';

const parts: Record<string, string> = {
  session: 'session/profile.ts',
  // Only a link with a fragment needs these steps.
  [`${screens['reset-password'].path}#`]: 'recovery-steps.tsx',
  ...Object.fromEntries([...tabNames, requestsPage].map((name) => [name, `${name}-tab.tsx`])),
  ...Object.fromEntries(Object.entries(screens).map(([name, { path }]) => [path, `${name}-screen.tsx`])),
};
// The guard redirects from `/`, and the first file contains the sign-in.
const { [screens.home.path]: _home, [screens.auth.path]: _auth, ...apart } = parts;

type Chunk = Rolldown.OutputChunk;

// A file and everything that it imports.
const loadedWith = (chunk: Chunk, chunks: Map<string, Chunk>, known = new Set<string>()) => {
  if (known.has(chunk.fileName)) return known;
  known.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported) loadedWith(imported, chunks, known);
  }
  return known;
};

const listChunks = (bundle: Rolldown.OutputBundle) => {
  const all = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const find = (what: string, isIt: (chunk: Chunk) => boolean) => {
    const chunk = all.find(isIt);
    if (!chunk) throw new Error(`${what} is missing from the build`);
    return [...loadedWith(chunk, chunks)];
  };
  const first = find('the first file', ({ isEntry }) => isEntry);
  const filesOf = (module: string) =>
    find(module, ({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`))).filter(
      (file) => !first.includes(file),
    );
  return Object.fromEntries(Object.entries(apart).map(([name, module]) => [name, filesOf(module)]));
};

const helper = /vite\/preload-helper\.js$/;

export const loadParts = (): Plugin => {
  let isReplaced = false;
  return {
    name: 'load-parts',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: helper },
      handler() {
        isReplaced = true;
        return "export { importFiles as __vitePreload } from '/src/lib/import-files.ts';";
      },
    },
    buildEnd() {
      if (!isReplaced) throw new Error('Vite loads parts without the helper that is replaced here');
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const content = JSON.stringify(listChunks(bundle));
        return [{ tag: 'meta', attrs: { name: 'chunks', content }, injectTo: 'head' }];
      },
    },
  };
};
