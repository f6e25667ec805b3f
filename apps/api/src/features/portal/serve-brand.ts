// The pictures, the logo and the accent of this installation.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logoPaths, mark } from '@ballast/contract/drawing';
import type { FastifyInstance } from 'fastify';
import { accentStyles } from '../../runtime/brand/accent.ts';
import { inColor } from '../../runtime/brand/logo.ts';
import {
  type Brand,
  drawPictures,
  type Pictures,
  pictureNames,
  tabIcon,
} from '../../runtime/brand/pictures.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { picturesDist } from '../../runtime/settings/places.ts';

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
};

// An SVG that somebody opens by its address is a page: it may style itself, and nothing else.
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

// The colours of text in both themes (apps/web/src/styles/tokens.css).
const textColors = { light: '#0e1517', dark: '#edf1f2' };

const brandOf = ({ brandAccent, brandLogo }: Config): Brand => ({
  accent: brandAccent && { dash: brandAccent.light.dash, dark: brandAccent.dark.accent },
  logo: brandLogo,
});

// The build has drawn those of the product itself.
const picturesOf = async (brand: Brand): Promise<Pictures> => {
  const isOwn = brand.accent !== null || brand.logo !== null;
  if (isOwn || !existsSync(picturesDist)) return drawPictures(brand);
  const drawn = pictureNames.map((name) => [name, readFileSync(join(picturesDist, name))]);
  return Object.fromEntries(drawn) as Pictures;
};

const filesOf = async (config: Config): Promise<Record<string, string | Buffer>> => {
  const brand = brandOf(config);
  const pictures = Object.entries(await picturesOf(brand)).map(([name, content]) => [`/${name}`, content]);
  const { brandLogo } = config;
  return {
    ...Object.fromEntries(pictures),
    '/brand.css': accentStyles(config.brandAccent),
    '/favicon.svg': tabIcon(brand),
    '/favicon-production.svg': tabIcon(brand, true),
    ...(brandLogo && {
      [logoPaths.light]: inColor(brandLogo, textColors.light),
      [logoPaths.dark]: inColor(brandLogo, textColors.dark),
    }),
  };
};

export const serveBrand = async (app: FastifyInstance, config: Config) => {
  for (const [path, content] of Object.entries(await filesOf(config))) {
    const type = types[path.split('.').at(-1) ?? ''] ?? '';
    app.get(path, (_, reply) => {
      if (path.endsWith('.svg')) reply.header('content-security-policy', drawingPolicy);
      return reply.type(type).header('cache-control', 'public, max-age=3600').send(content);
    });
  }
};

// For pages that the web app does not draw.
export const markOf = ({ brandLogo }: Config) =>
  brandLogo
    ? Object.entries(logoPaths)
        .map(([theme, path]) => `<img class="logo-${theme}" src="${path}" width="22" height="22" alt="">`)
        .join('')
    : `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true"><path d="${mark.rim}" stroke="currentColor" stroke-width="2.1"/><path class="water" d="${mark.water}"/></svg>`;

export const brandStylesLink = ({ brandAccent }: Config) =>
  brandAccent ? '<link rel="stylesheet" href="/brand.css">' : '';
