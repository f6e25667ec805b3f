// PostgreSQL would have a machine of its own. Here its processes get the lowest priority, also those that it starts later. Each is a
// session of its own, and where Linux shares the cores among sessions first, the priority of the session counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type pg from 'pg';

const everyMs = 100;

// A process that has just begun is still part of its parent's session, which is this program's, too.
const sessionOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0];

const yieldCores = (pid: number) => {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    if (sessionOf(pid) === sessionOf('self')) return false;
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended, or this system has no such file.
  }
  return true;
};

export const yieldToPortal = async (database: pg.Client) => {
  const { rows } = await database.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  );
  const postmaster = rows[0]?.pid ?? 0;
  setPriority(postmaster, constants.priority.PRIORITY_LOW);
  const done = new Set<number>();
  return setInterval(() => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    for (const pid of children.trim().split(' ').map(Number))
      if (!done.has(pid) && yieldCores(pid)) done.add(pid);
  }, everyMs);
};
