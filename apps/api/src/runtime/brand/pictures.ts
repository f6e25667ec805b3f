// The pictures of the brand as pixels, for what reads no SVG: old browsers, home screens, messengers and mail programs. The build
// draws those of the product itself; an installation with a brand of its own draws them when it starts.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hull, mark } from '@ballast/contract/drawing';
import { toIco } from './ico.ts';
import { inColor } from './logo.ts';

export type Brand = { accent: { dash: string; dark: string } | null; logo: { svg: string } | null };

// The colours of apps/web/src/styles/tokens.css in the dark theme.
const dark = { canvas: '#0a0c0d', text: '#edf1f2', accent: '#55c6c8', hull: '#22292c' };
const tabRim = '#8B979B';
const tabWater = '#1E9499';
const productionWater = '#F0AE3A';

const svgOf = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none">${content}</svg>`;

const markOf = (rim: string, water: string) =>
  `<path d="${mark.rim}" stroke="${rim}" stroke-width="2.1"/><path d="${mark.water}" fill="${water}"/>`;

const emblem = ({ accent, logo }: Brand, size: number, x: number, y: number) => {
  const place = `x="${x}" y="${y}" width="${size}" height="${size}"`;
  if (logo) return inColor(logo, dark.text).replace('<svg', `<svg ${place}`);
  return `<svg ${place} viewBox="0 0 24 24">${markOf(dark.text, accent?.dark ?? dark.accent)}</svg>`;
};

const homeIcon = (brand: Brand) =>
  svgOf(180, 180, `<rect width="180" height="180" fill="${dark.canvas}"/>${emblem(brand, 116, 32, 32)}`);

const preview = (brand: Brand) => {
  const scale = 1200 / hull.width;
  const drawing = `<g transform="translate(0 ${630 - hull.height * scale}) scale(${scale})" stroke="${dark.hull}" stroke-width="1.6"><path d="M0 0H${hull.width}"/><path d="${hull.lines}"/><path d="${hull.waterlines}" stroke-dasharray="2 5"/></g>`;
  return svgOf(
    1200,
    630,
    `<rect width="1200" height="630" fill="${dark.canvas}"/>${drawing}${emblem(brand, 168, 516, 96)}`,
  );
};

// A tab may be dark or light, so the colours of its icon are in between. Production is amber in every brand.
export const tabIcon = ({ accent, logo }: Brand, production = false) => {
  const title = `<title>Portal${production ? ' in production' : ''}</title>`;
  if (!logo)
    return svgOf(
      24,
      24,
      `${title}${markOf(tabRim, production ? productionWater : (accent?.dash ?? tabWater))}`,
    );
  const placed = inColor(logo, tabRim).replace('<svg', '<svg width="24" height="24"');
  return svgOf(
    24,
    24,
    `${title}${placed}${production ? `<circle cx="19" cy="19" r="5" fill="${productionWater}"/>` : ''}`,
  );
};

let loaded: Promise<typeof import('@resvg/resvg-wasm')> | undefined;
const load = async () => {
  const resvg = await import('@resvg/resvg-wasm');
  const file = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  await resvg.initWasm(await readFile(file));
  return resvg;
};

const drawPng = async (svg: string, width: number) => {
  loaded ??= load();
  const { Resvg } = await loaded;
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
  return Buffer.from(image.asPng());
};

export const pictureNames = ['favicon.ico', 'apple-touch-icon.png', 'preview.png'] as const;
export type Pictures = Record<(typeof pictureNames)[number], Buffer>;

export const drawPictures = async (brand: Brand): Promise<Pictures> => {
  const icon = tabIcon(brand);
  return {
    'favicon.ico': toIco([
      { size: 16, png: await drawPng(icon, 16) },
      { size: 32, png: await drawPng(icon, 32) },
    ]),
    'apple-touch-icon.png': await drawPng(homeIcon(brand), 180),
    'preview.png': await drawPng(preview(brand), 1200),
  };
};

// Mails carry it along, at twice its size. Both of a mail's themes can be behind it.
export const drawMailLogo = (logo: { svg: string }) => drawPng(inColor(logo, tabRim), 44);
