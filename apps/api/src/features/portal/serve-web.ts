// This serves the built web app: browsers keep hashed files for ever and ask for the page each time, for every path of
// its router. An address that the router does not know gets the page with the status 404.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '@ballast/contract/escape-html';
import { serverPrefixes } from '@ballast/contract/portal';
import { devUiScreen, findScreen } from '@ballast/contract/screens';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNotFound } from '../../http/answers/error-handler.ts';
import { openCompressed } from '../../http/answers/send-compressed.ts';
import { StartupProblem } from '../../runtime/failure.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { webDist } from '../../runtime/settings/places.ts';
import { portalOf } from './portal.ts';
import { brandStylesLink } from './serve-brand.ts';

const answeredHere = [...serverPrefixes, '/assets/'];

const readPage = () => {
  const file = join(webDist, 'index.html');
  if (!existsSync(file))
    throw new StartupProblem('The web app is not built: run npm start or npm run build -w apps/web');
  return readFileSync(file, 'utf8');
};

// For pages that are not the web app's: fonts, colours and themes as in it.
export const webFiles = () => {
  const page = readPage();
  const [, stylesheet] = /<link rel="stylesheet"[^<>]* href="([^"]+)"/.exec(page) ?? [];
  const [, sansFont] = /<link rel="preload" href="([^"]+\.woff2)"/.exec(page) ?? [];
  if (!stylesheet || !sansFont) throw new StartupProblem('The web app was built without its stylesheet');
  const [monoFont] =
    /\/assets\/geist-mono-latin-wght-normal-[\w-]+\.woff2/.exec(
      readFileSync(join(webDist, stylesheet), 'utf8'),
    ) ?? [];
  if (!monoFont) throw new StartupProblem('The web app was built without the font of its code');
  return { stylesheet, sansFont, monoFont };
};

const renderPage = (config: Config) => {
  const title = `${config.brandName} Developer Portal`;
  return readPage()
    .replace('%PORTAL%', () => escapeHtml(JSON.stringify(portalOf(config))))
    .replaceAll('%TITLE%', () => escapeHtml(title))
    .replaceAll('%URL%', () => escapeHtml(config.publicUrl))
    .replaceAll('%BRAND%', () => escapeHtml(config.brandName))
    .replace('<!-- brand styles -->', () => brandStylesLink(config));
};

// The page says that it was not found, and the status says the same.
const isShown = ({ production }: Config, url: string) => {
  const path = url.split('?')[0] ?? '';
  return findScreen(path) !== undefined || (!production && path === devUiScreen);
};

export const serveWeb = async (app: FastifyInstance, config: Config) => {
  const sendPage = openCompressed(renderPage(config));
  await app.register(fastifyStatic, {
    root: webDist,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(webDist, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
  });

  app.setNotFoundHandler((request, reply) => {
    const isCall =
      !['GET', 'HEAD'].includes(request.method) ||
      answeredHere.some((prefix) => request.url.startsWith(prefix));
    if (isCall) return answerNotFound(request, reply);
    reply
      .code(isShown(config, request.url) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8');
    return sendPage(request, reply);
  });
};
