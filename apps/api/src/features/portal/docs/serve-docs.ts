// This serves the documentation that the build has written, with the names and addresses of this installation.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openCompressed } from '../../../http/answers/send-compressed.ts';
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { StartupProblem } from '../../../runtime/failure.ts';
import type { Config } from '../../../runtime/settings/config.ts';
import { docsDist } from '../../../runtime/settings/places.ts';
import { webFiles } from '../serve-web.ts';
import { fillIn, valuesOf } from './installation.ts';

const types: Record<string, { name: string; escape: (value: string) => string }> = {
  '.html': { name: 'text/html', escape: escapeHtml },
  '.css': { name: 'text/css', escape: (value) => value },
  '.js': { name: 'text/javascript', escape: (value) => value },
  '.json': { name: 'application/json', escape: (value) => JSON.stringify(value).slice(1, -1) },
};

const openFile = (text: string, type: string, cacheControl: string) => {
  const send = openCompressed(text);
  return (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.type(`${type}; charset=utf-8`).header('cache-control', cacheControl));
};

// The address of a page is its name; the other files keep their ending, and their address changes with them.
const addressOf = (name: string) => {
  if (name === 'index.html') return '/docs';
  return `/docs/${name.replace(/\.html$/, '')}`;
};

export const serveDocs = (app: FastifyInstance, config: Config) => {
  if (!existsSync(docsDist))
    throw new StartupProblem('The documentation is not built: run npm start or npm run build -w apps/api');
  const values = valuesOf(config, webFiles());
  const open = (name: string) => {
    const type = types[extname(name)];
    if (!type) throw new Error(`The documentation has a file of an unknown kind: ${name}`);
    const text = fillIn(readFileSync(join(docsDist, name), 'utf8'), values, type.escape);
    return openFile(text, type.name, name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600');
  };
  for (const name of readdirSync(docsDist).filter((file) => file !== 'missing.html'))
    app.get(addressOf(name), open(name));
  const missing = open('missing.html');
  app.get('/docs/*', (request, reply) => missing(request, reply.code(404)));
};
