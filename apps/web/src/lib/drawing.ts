// The drawings of the brand, and the logo of an installation that has its own.
import { hull, logoPaths, mark } from '@ballast/contract/drawing';
import { portal } from './portal.ts';

export const drawing = { hull, mark, logo: portal.hasLogo ? logoPaths : null };
