// The provider team's commands: how each is written, what it asks of the portal and how its answer reads.
import { backupCommands } from '../backup/backup-commands.ts';
import { keyCommands } from '../keys/key-commands.ts';
import { revokeAgainCommand } from '../keys/revoke-again.ts';
import { logCommands } from '../log/log-commands.ts';
import { requestCommands } from '../requests/request-commands.ts';
import { secretCommands } from '../secrets/secret-commands.ts';
import { statusCommand } from '../status/status-command.ts';
import { userCommands } from '../users/user-commands.ts';
import type { Command } from './command.ts';
import { migrateCommand } from './migrate-command.ts';

export const commands: readonly Command[] = [
  ...userCommands,
  ...keyCommands,
  revokeAgainCommand,
  ...requestCommands,
  ...secretCommands,
  ...logCommands,
  ...backupCommands,
  migrateCommand,
  statusCommand,
];

const helpColumn = 78;

export const usage = `Usage: npm run operator -- <command>

${commands.map(({ words, rest, help }) => `  ${`${words} ${rest}`.padEnd(helpColumn)}${help}`).join('\n')}

  --json      print the answer as JSON
  --as NAME   who acts, for the operator log (default: $SUDO_USER, else the system's user)
ID may be shortened to its first characters; WHO is an id, how it begins, or an address.
Exit codes: 0 done, 1 refused, 2 wrong usage.`;
