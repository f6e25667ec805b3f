// Prepares the database for this version, without a running portal.
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  words: 'migrate',
  rest: '',
  help: 'prepare PostgreSQL (DATABASE_URL) for this version; the portal need not run',
  run: async (_, __, { migrate }) => {
    const answer = await migrate();
    const done = answer.applied.map((name) => `Applied ${name}.`);
    const text = [...done, 'The database is ready for this version.'].join('\n');
    return { answer, text };
  },
};
