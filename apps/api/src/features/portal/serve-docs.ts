// This serves the built documentation and the OpenAPI document, with the names and addresses of this installation.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { escapeHtml } from '@ballast/contract/escape-html';
import type { FastifyInstance } from 'fastify';
import { openCompressed } from '../../http/answers/send-compressed.ts';
import { StartupProblem } from '../../runtime/failure.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { docsDist } from '../../runtime/settings/places.ts';
import { brandStylesLink, markOf } from './serve-brand.ts';
import { webFiles } from './serve-web.ts';

// The built files hold these words where installations differ. The web app's build names its files anew each time.
export const installation = (config: Config, web = webFiles()): Record<string, string> => ({
  '%BRAND%': config.brandName,
  '%URL%': config.publicUrl,
  '%SUPPORT%': config.supportEmail,
  '%TOKEN%': config.tokenSymbol,
  '%CALLS%': String(config.limits.callsPerAccount),
  '%WRITES%': String(config.limits.writesPerAccount),
  '%STYLESHEET%': web.stylesheet,
  '%SANS_FONT%': web.sansFont,
  '%MONO_FONT%': web.monoFont,
});

// These two are HTML already.
const parts = (config: Config): Record<string, string> => ({
  '%MARK%': markOf(config),
  '%BRAND_STYLES%': brandStylesLink(config),
});

const types: Record<string, { name: string; escape: (value: string) => string }> = {
  '.html': { name: 'text/html', escape: escapeHtml },
  '.css': { name: 'text/css', escape: (value) => value },
  '.js': { name: 'text/javascript', escape: (value) => value },
  '.json': { name: 'application/json', escape: (value) => JSON.stringify(value).slice(1, -1) },
};

export const serveDocs = (app: FastifyInstance, config: Config) => {
  if (!existsSync(docsDist))
    throw new StartupProblem(
      'The documentation is not built: run npm start or npm run build -w packages/docs',
    );
  const values = installation(config);
  const html = parts(config);

  const open = (name: string) => {
    const type = types[extname(name)];
    if (!type) throw new Error(`The documentation has a file of an unknown kind: ${name}`);
    // In one pass, so that a value which looks like such a word stays as it is.
    const text = readFileSync(join(docsDist, name), 'utf8').replace(/%[A-Z_]+%/g, (word) => {
      const part = html[word];
      if (part !== undefined) return part;
      const value = values[word];
      return value === undefined ? word : type.escape(value);
    });
    return { text, type: `${type.name}; charset=utf-8` };
  };

  const serve = (name: string, path: string, status: number, caching: string) => {
    const { text, type } = open(name);
    const send = openCompressed(text);
    app.get(path, (request, reply) =>
      send(request, reply.code(status).type(type).header('cache-control', caching)),
    );
  };

  const names = readdirSync(docsDist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(docsDist, join(entry.parentPath, entry.name)));
  for (const name of names) {
    if (name === 'missing.html') serve(name, '/docs/*', 404, 'no-cache');
    else if (name === 'index.html') serve(name, '/docs', 200, 'no-cache');
    else if (name.endsWith('.html')) serve(name, `/docs/${name.slice(0, -'.html'.length)}`, 200, 'no-cache');
    else if (name !== 'openapi.json') serve(name, `/docs/${name}`, 200, 'public, max-age=3600');
  }
  const openApi = open('openapi.json');
  app.get('/api/openapi.json', (_, reply) => reply.type(openApi.type).send(openApi.text));
};
