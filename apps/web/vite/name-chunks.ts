// This writes into index.html which files a screen, a tab of the dashboard and every session load besides the first one.
// public/theme.js asks for them while the first file is still on its way: a browser learns of them only when that file runs.
import { screens } from '@ballast/contract/screens';
import type { Plugin, Rolldown } from 'vite';

const modules: Record<string, string> = {
  session: 'session/profile.ts',
  dashboard: 'app/dashboard/dashboard-screen.tsx',
  keys: 'features/api-keys/keys-tab.tsx',
  activity: 'features/activities/activities-tab.tsx',
  faucet: 'features/faucet/faucet-tab.tsx',
  marketplace: 'features/marketplace/marketplace-tab.tsx',
  settings: 'features/settings/settings-tab.tsx',
  [screens.authCallback]: 'features/auth/callback/callback-screen.tsx',
  [screens.secondFactor]: 'features/auth/second-factor/second-factor-screen.tsx',
  [screens.verifyEmail]: 'features/auth/verify-email/verify-email-screen.tsx',
  [screens.resetPassword]: 'features/auth/reset-password/reset-password-screen.tsx',
  // What only a link with a fragment needs.
  [`${screens.resetPassword}#`]: 'features/auth/reset-password/recovery-steps.tsx',
  [screens.thisWasNotMe]: 'features/auth/mailed-link/this-was-not-me-screen.tsx',
  [screens.keepAccount]: 'features/auth/mailed-link/keep-account-screen.tsx',
  [screens.onboarding]: 'features/onboarding/onboarding-screen.tsx',
  [screens.cliAuth]: 'features/cli-auth/cli-auth-screen.tsx',
  [screens.support]: 'features/support/support-screen.tsx',
};

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
    find(module, ({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`))).filter(
      (file) => !first.includes(file),
    );
  return Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, filesOf(module)]));
};

export const nameChunks = (): Plugin => ({
  name: 'name-chunks',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [
      {
        tag: 'meta',
        attrs: { name: 'chunks', content: JSON.stringify(listChunks(bundle)) },
        injectTo: 'head',
      },
    ],
  },
});
