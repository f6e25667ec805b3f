// Which keys the portal's log says were revoked, replaced or leaked. A backup that is older than that has them as they were before.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';

const endedKey = z.object({
  event: z.enum(['key_deleted', 'key_rotated', 'key_leaked']),
  key: z.string(),
  time: z.number(),
});

const readLine = (line: string) => {
  try {
    return z.safeParse(endedKey, JSON.parse(line)).data;
  } catch {
    // A collector may have added lines of its own.
    return undefined;
  }
};

export const keysEndedSince = async (file: string, since: Date): Promise<string[]> => {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const keys = new Set<string>();
  for await (const line of lines) {
    const found = readLine(line);
    if (found && found.time >= since.getTime()) keys.add(found.key);
  }
  return [...keys];
};
