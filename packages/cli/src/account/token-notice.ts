// A token that expires within a week says so with every answer. Whoever runs the tool is told once per command, on stderr.
import { tokenExpiryHeader } from '@ballast/contract/cli/cli-auth';
import type { Terminal } from '../terminal/terminal.ts';
import { localTime } from '../terminal/times.ts';

const told = new WeakSet<Terminal['err']>();

export const noticeExpiry = ({ err }: Terminal, headers: Headers) => {
  const expiresAt = headers.get(tokenExpiryHeader);
  if (!expiresAt || Number.isNaN(Date.parse(expiresAt)) || told.has(err)) return;
  told.add(err);
  err.print(
    `The token in use expires on ${localTime(expiresAt)}. Make another one before: ballast tokens create, or ballast login.`,
  );
};
