// This reads the package.json beside the bundle. The portal that serves the package writes its own address into it.
import { readFileSync } from 'node:fs';

export type PackageInfo = { version: string; portal?: string };

export const readPackageInfo = (): PackageInfo =>
  JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
