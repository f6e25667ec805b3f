// Output of Node and the libraries becomes lines of the log, so that a collector reads nothing but JSON.
import { format } from 'node:util';
import type { Logger } from 'pino';
import { withoutValues } from './describe-error.ts';

const levels = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const;

export const logForeignOutput = (log: Logger) => {
  // This is Node's own listener, which prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ warning: warning.name, err: warning }, 'warning'));
  for (const [method, level] of Object.entries(levels)) {
    const tell = (...values: unknown[]) => log[level]({ console: withoutValues(format(...values)) });
    Object.assign(console, { [method]: tell });
  }
};
