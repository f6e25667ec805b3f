// The logo of an installation, read and sanitised before anything starts.
import { readFileSync, statSync } from 'node:fs';
import { sanitizeSvg } from './sanitize-svg.ts';

export type Logo = { svg: string; warnings: string[] };

const mostBytes = 64 * 1024;
const allowed = `it must be an SVG drawing of at most ${mostBytes / 1024} KiB with a viewBox`;

const readDrawing = (file: string) => {
  if (statSync(file).size > mostBytes) throw new Error('it is too large');
  return sanitizeSvg(readFileSync(file, 'utf8'));
};

export const readLogo = (file: string, refuse: (problem: string) => never): Logo => {
  try {
    const { svg, leftOut } = readDrawing(file);
    const names = leftOut.slice(0, 12).join(', ');
    const warnings = leftOut.length
      ? [`BRAND_LOGO_FILE ${file} is shown without ${names}: only shapes and colours are allowed`]
      : [];
    return { svg, warnings };
  } catch (error) {
    return refuse(`BRAND_LOGO_FILE ${file} cannot be used (${(error as Error).message}): ${allowed}`);
  }
};

// Inside an image no style of the page counts, so each theme has a file with its own colour of text.
export const inColor = ({ svg }: Pick<Logo, 'svg'>, color: string) =>
  svg.replace('<svg', `<svg color="${color}"`);
