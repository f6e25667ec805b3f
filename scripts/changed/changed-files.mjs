// The files that differ from origin/main, committed or not. Where nothing is ahead of it, those that differ from the last commit.
import { spawnSync } from 'node:child_process';

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : null;
};

export const changedFiles = () => {
  const [base] = git('merge-base', 'origin/main', 'HEAD') ?? ['HEAD'];
  const tracked = git('diff', '--name-only', '--diff-filter=d', base) ?? [];
  const added = git('ls-files', '--others', '--exclude-standard') ?? [];
  return [...tracked, ...added];
};
