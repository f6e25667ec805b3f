import { requestsPage, screens, tabNames } from '@ballast/contract/screens';
import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob(
  ['./**/*-screen.tsx', './**/*-tab.tsx', '../features/**/*-screen.tsx', '../features/**/*-tab.tsx'],
  { query: '?raw', import: 'default', eager: true },
);
const files = [
  ...Object.keys(screens).map((name) => `${name}-screen`),
  ...[...tabNames, requestsPage].map((name) => `${name}-tab`),
].filter((file) => file !== 'home-screen');

const toComponent = (file: string) => file.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());

test.each(files)('one %s.tsx draws its screen', (file) => {
  const found = Object.entries(sources).filter(([path]) => path.endsWith(`/${file}.tsx`));
  expect(found).toHaveLength(1);
  expect(found[0]?.[1]).toContain(`export function ${toComponent(file)}(`);
});

test('every screen of a feature has an address', () => {
  const drawn = Object.keys(sources).filter((path) => path.startsWith('../features/'));
  const names = drawn.map((path) => path.split('/').at(-1)?.replace('.tsx', ''));
  expect(files).toEqual(expect.arrayContaining(names));
});
