// Reads the portal's log from a collector's file. The collector may prefix lines, add lines of its own, and compress the file.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';

const gzipStart = Buffer.from([0x1f, 0x8b]);

const isCompressed = async (file: string) => {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(gzipStart.length), 0, gzipStart.length, 0);
    return buffer.equals(gzipStart);
  } finally {
    await handle.close();
  }
};

const openText = async (file: string): Promise<Readable> => {
  if (!(await isCompressed(file))) return createReadStream(file);
  // Errors reach the reader of the last stream.
  return pipeline(createReadStream(file), createGunzip(), () => {});
};

const portalLine = z.looseObject({ time: z.number() });
export type PortalLine = z.infer<typeof portalLine>;

// The portal writes one JSON object per line. Text before it is the collector's.
const readLine = (text: string) => {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  try {
    return z.safeParse(portalLine, JSON.parse(text.slice(start))).data;
  } catch {
    return undefined;
  }
};

// Passes each line of the portal to the callback, and returns how many other lines there were.
export const readPortalLog = async (file: string, take: (line: PortalLine) => void) => {
  const input = await openText(file);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let others = 0;
  for await (const text of lines) {
    const found = readLine(text);
    if (found) take(found);
    else if (text.trim()) others += 1;
  }
  return { others };
};
