import * as z from 'zod/mini';
import { isPlainLine } from '../characters.ts';
import { operatorEndpoint } from '../http/endpoint.ts';

const longestPath = 4096;
// A caller of the socket makes no file of another kind.
const fileEnding = '.backup';
const fileFault = `file must be an absolute path that ends with ${fileEnding}`;

const storedRows = z.object({ table: z.string(), rows: z.number() });

export const takenBackup = z.object({
  file: z.string(),
  takenAt: z.string(),
  bytes: z.number(),
  seconds: z.number(),
  tables: z.array(storedRows),
});
export type TakenBackup = z.infer<typeof takenBackup>;
// A restore is done without the portal, so no call carries it.
export type RestoredBackup = Pick<TakenBackup, 'takenAt' | 'tables'>;

export const takeBackup = operatorEndpoint('POST', '/backups', {
  summary: 'Write everything that the database holds at one moment to a file on the portal’s machine',
  body: z.strictObject({
    file: z
      .string(fileFault)
      .check(
        z.refine(
          (file) =>
            file.startsWith('/') &&
            file.endsWith(fileEnding) &&
            file.length <= longestPath &&
            isPlainLine(file),
          fileFault,
        ),
      ),
  }),
  reply: takenBackup,
});

export const noteBackup = operatorEndpoint('POST', '/backups/taken', {
  summary: 'Note that another program has taken a backup, for the age of the newest one',
  reply: z.object({ takenAt: z.string() }),
});

export const operatorBackupCalls = [takeBackup, noteBackup];
