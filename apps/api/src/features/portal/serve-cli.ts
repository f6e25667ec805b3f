// The portal serves the command line that talks to it, as a package at /cli/ballast.tgz and, where `npm run standalone` has built
// it, as executables that need no Node. Checksums are in /cli/SHA256SUMS; its manual is in docs/.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cliExecutables } from '@ballast/contract/portal';
import type { FastifyInstance } from 'fastify';
import { StartupProblem } from '../../runtime/failure.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { cliDist, standaloneDist } from '../../runtime/settings/places.ts';
import { packCli } from './pack-cli.ts';

const read = (name: string) => {
  const file = join(cliDist, name);
  if (!existsSync(file))
    throw new StartupProblem('The command line is not built: run npm start or npm run build -w packages/cli');
  return readFileSync(file);
};

const readJson = (name: string) => JSON.parse(read(name).toString());

// Its checksum was written when it was built: it is too large to be read at each start.
const serveExecutable = (app: FastifyInstance, folder: string, executable: string) => {
  const file = join(folder, executable);
  const checksum = `${file}.sha256`;
  if (!existsSync(checksum)) return '';
  const { size } = statSync(file);
  app.get(`/cli/${executable}`, async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-length', size)
      .type('application/octet-stream')
      .send(createReadStream(file)),
  );
  return readFileSync(checksum, 'utf8');
};

export const serveCli = (app: FastifyInstance, config: Config, executables = standaloneDist) => {
  const packageJson = readJson('package.json');
  const scripts = readdirSync(cliDist).filter((name) => name.endsWith('.mjs'));
  const files = [...scripts, ...(packageJson.man as string[])]
    .toSorted()
    .map((name) => ({ name, content: read(name) }));
  const tarball = packCli(files, packageJson, config.publicUrl);
  const checksum = createHash('sha256').update(tarball);
  const hex = checksum.copy().digest('hex');
  const etag = `"${checksum.digest('base64url')}"`;

  // One address for every version, so a client with a copy revalidates it.
  app.get('/cli/ballast.tgz', async (request, reply) => {
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('application/gzip').send(tarball);
  });
  const served = cliExecutables.map((name) => serveExecutable(app, executables, name));
  // What `sha256sum --check` reads.
  const checksums = `${hex}  ballast.tgz\n${served.join('')}`;
  app.get('/cli/SHA256SUMS', async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(checksums),
  );
};
