// Writes a backup beside the running portal, and says so in the operator log.
import { stat } from 'node:fs/promises';
import type { TakenBackup } from '@ballast/contract/operator/backup';
import { BackupProblem, countRows } from '../../../db/backup/backup-file.ts';
import { writeBackup } from '../../../db/backup/write-backup.ts';
import { noteTime } from '../../../db/last-times.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Operator } from '../../../identity/actor.ts';
import { Failure } from '../../../runtime/failure.ts';
import { recordOperation } from '../log/operator-log.ts';

const fileFaults: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'the portal may not write there',
  EPERM: 'the portal may not write there',
  EROFS: 'the portal may not write there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

const explain = (file: string) => (error: NodeJS.ErrnoException) => {
  if (error instanceof BackupProblem) throw new Failure('conflict', { message: error.message });
  const fault = fileFaults[error.code ?? ''];
  if (!fault) throw error;
  throw new Failure('conflict', { message: `${file} cannot be written: ${fault}.` });
};

// Another program took it, pg_dump for example.
export const noteBackup = (deps: Deps, actor: Operator) =>
  deps.db.transaction(async (tx) => {
    const takenAt = deps.now();
    await noteTime(tx, 'backup', takenAt);
    await recordOperation(deps, tx, actor, { action: 'backup-taken', target: 'backups' });
    return { takenAt: takenAt.toISOString() };
  });

export const takeBackup = async (deps: Deps, actor: Operator, file: string): Promise<TakenBackup> => {
  const began = performance.now();
  const takenAt = deps.now();
  const sums = await writeBackup(deps.patientDb, file, takenAt).catch(explain(file));
  const tables = countRows(sums);
  const { size: bytes } = await stat(file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  await deps.db.transaction(async (tx) => {
    await noteTime(tx, 'backup', takenAt);
    await recordOperation(deps, tx, actor, {
      action: 'backup',
      target: `file ${file}`,
      after: { bytes, rows },
    });
  });
  const seconds = Math.round(performance.now() - began) / 1000;
  return { file, takenAt: takenAt.toISOString(), bytes, seconds, tables };
};
