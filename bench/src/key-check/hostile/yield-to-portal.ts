// PostgreSQL and the attacker would have machines of their own. Here they are in an idle control group: Linux runs them only while
// nobody else wants the core. Where this program may not make one, they get the lowest priority.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type pg from 'pg';

// Version 1 and version 2.
const roots = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'];

const makeIdleGroup = () => {
  const root = roots.find((each) => existsSync(`${each}/cgroup.procs`));
  if (!root) return null;
  const group = `${root}/ballast-bench-${process.pid}`;
  try {
    mkdirSync(group);
    writeFileSync(`${group}/cpu.idle`, '1');
    return group;
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return null;
  }
};

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

const postmasterOf = async (database: pg.Client) => {
  const { rows } = await database.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  );
  return rows[0]?.pid ?? 0;
};

export const yieldToPortal = async (database: pg.Client) => {
  const group = makeIdleGroup();
  const add = (pid: number) => {
    if (group) writeFileSync(`${group}/cgroup.procs`, String(pid));
    else setPriority(pid, constants.priority.PRIORITY_LOW);
  };
  const postmaster = await postmasterOf(database);
  // What it starts later is in its group.
  for (const pid of [postmaster, ...childrenOf(postmaster)]) add(pid);
  return {
    add,
    // A group must be empty before it can go.
    remove: () => {
      if (!group) return;
      for (const pid of readFileSync(`${group}/cgroup.procs`, 'utf8').trim().split('\n'))
        if (pid) writeFileSync(`${group}/../cgroup.procs`, pid);
      rmdirSync(group);
    },
  };
};
