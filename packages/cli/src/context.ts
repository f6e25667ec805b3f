// The context of every command.
import type { Terminal } from './terminal/terminal.ts';
import type { PackageInfo } from './version/package-info.ts';

// The options of every command, read before it runs.
type SharedFlags = {
  portal?: string;
  profile?: string;
  // In seconds.
  timeout?: number;
  // Tokens may go to an http portal of another machine.
  insecure?: boolean;
  debug?: boolean;
  wide?: boolean;
  json?: boolean;
};

export type Context = {
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  info: PackageInfo;
  // The command was started here; a project file is looked for from here upwards.
  folder: string;
  flags: SharedFlags;
};
