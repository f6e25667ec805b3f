// The cases of all features.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';

const src = join(import.meta.dirname, '../../src');

export const cases: Case[] = [];
for (const file of globSync('**/isolation.test-cases.ts', { cwd: src }).toSorted())
  cases.push(...(await import(join(src, file))).cases);
