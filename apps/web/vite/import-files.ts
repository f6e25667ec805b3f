// This puts src/lib/import-files.ts in the place of Vite's own helper, which the build calls with every import() and its files.
import type { Plugin } from 'vite';

const helper = /vite\/preload-helper\.js$/;

export const importFiles = (): Plugin => {
  let isReplaced = false;
  return {
    name: 'import-files',
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
  };
};
