// Where the pictures lie, and which ones there are of each screen.
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';

export const folder = join(root, 'screenshots');
export const themes = ['dark', 'light'] as const;
export const widths = [1280, 768, 390] as const;
