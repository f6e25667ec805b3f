// Every command is given this.
import type { PackageInfo } from './package-info.ts';
import type { Terminal } from './terminal.ts';

export type Context = { env: NodeJS.ProcessEnv; terminal: Terminal; info: PackageInfo };
