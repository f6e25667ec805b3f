// npm run build: the server and the operator's commands in a few files, the brand's pictures, and a new database to copy at the
// first start.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { rolldown } from 'rolldown';
import { queues } from './src/app/job-handlers.ts';
import { openEmbedded } from './src/db/connections/open.ts';
import { template } from './src/db/embedded/new-database.ts';
import { openJobs } from './src/jobs/jobs.ts';
import { drawPictures } from './src/runtime/brand/pictures.ts';
import { dist, picturesDist } from './src/runtime/settings/places.ts';

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

const bundle = await rolldown({
  input: {
    main: join(import.meta.dirname, 'src/app/main.ts'),
    operator: join(import.meta.dirname, 'src/app/operator.ts'),
  },
  platform: 'node',
  // These load files of their own, are native code, or are installed only where they are used.
  external: [
    /^@electric-sql\/pglite/,
    /^@node-rs\/argon2/,
    /^@ballast\/evm/,
    /^@resvg\/resvg-wasm/,
    'pg-native',
  ],
});
// The chunks lie flat in this folder, because places.ts finds the other folders from there.
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
});
await bundle.close();

const pictures = await drawPictures({ accent: null, logo: null });
mkdirSync(picturesDist);
for (const [name, content] of Object.entries(pictures)) writeFileSync(join(picturesDist, name), content);

const database = await openEmbedded({ dataDir: template });
const jobs = await openJobs(database, queues, pino({ level: 'silent' }));
await jobs.stop();
await database.close();

// Written last: its time stamp says that the build is whole.
writeFileSync(join(dist, 'built'), '');
