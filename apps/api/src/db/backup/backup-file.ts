// A backup is one compressed file of lines: what it is, the rows of each table, and at its end the sums of them all. A file
// without its end is not whole.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';

// Why a backup was not written or not restored, for the operator.
export class BackupProblem extends Error {}

const heading = z.object({
  ballast: z.literal('backup'),
  format: z.literal(1),
  migration: z.string(),
  takenAt: z.iso.datetime(),
});
const sums = z.record(z.string(), z.object({ rows: z.string(), sum: z.string() }));
const ending = z.object({ sums });

export type Heading = z.infer<typeof heading>;
export type Sums = z.infer<typeof sums>;
// The rows stay the text that the database wrote: a number in it may be larger than JavaScript can hold.
export type Rows = { table: string; rows: string };

export const countRows = (counted: Sums) =>
  Object.entries(counted).map(([table, { rows }]) => ({ table, rows: Number(rows) }));

// No name of a table and no JSON text that the database writes holds a tab.
const separator = '\t';
export const rowsLine = ({ table, rows }: Rows) => `${table}${separator}${rows}\n`;
export const jsonLine = (value: Heading | { sums: Sums }) => `${JSON.stringify(value)}\n`;

const taken = (file: string) => new BackupProblem(`${file} exists already: name another file.`);

const refuseTaken = (file: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'EEXIST' ? taken(file) : error;
};

// The file gets its name when it is whole and on the disk, and never replaces another file.
export const writeBackupFile = async (file: string, lines: AsyncIterable<string>) => {
  if (existsSync(file)) throw taken(file);
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    const written = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines), createGzip(), written);
    await link(unfinished, file).catch(refuseTaken(file));
  } finally {
    await rm(unfinished, { force: true });
  }
};

const notWhole = () =>
  new BackupProblem('The file is not a whole backup: it was cut off, or is something else.');

const readJson = <Value>(schema: z.ZodMiniType<Value>, line: string | undefined): Value => {
  try {
    return z.parse(schema, JSON.parse(line ?? ''));
  } catch {
    throw notWhole();
  }
};

const readRows = (line: string): Rows => {
  const end = line.indexOf(separator);
  if (end < 0) throw notWhole();
  return { table: line.slice(0, end), rows: line.slice(end + 1) };
};

export const readBackupFile = async (
  file: string,
  take: { heading: (heading: Heading) => Promise<void>; rows: (rows: Rows) => Promise<void> },
): Promise<{ heading: Heading; sums: Sums }> => {
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  const lines = createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  try {
    const first = readJson(heading, (await lines.next()).value);
    await take.heading(first);
    let line = await lines.next();
    while (!line.done && !line.value.startsWith('{')) {
      await take.rows(readRows(line.value));
      line = await lines.next();
    }
    return { heading: first, sums: readJson(ending, line.value).sums };
  } finally {
    source.destroy();
    plain.destroy();
  }
};
