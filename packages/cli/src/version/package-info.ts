// Reads the package.json beside the bundle, or inside the executable. The portal that serves it adds its own address.
import { readFileSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';

export type PackageInfo = { version: string; portal?: string };

const read = () =>
  isSea()
    ? getAsset('package.json', 'utf8')
    : readFileSync(new URL('./package.json', import.meta.url), 'utf8');

export const readPackageInfo = (): PackageInfo => JSON.parse(read());
