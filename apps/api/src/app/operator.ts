// The provider team's commands (npm run operator -- …) are carried out by the running portal; only a migration, which comes before
// it, and a restore, which wants it stopped, are not.
import { runOperator } from '../features/operator/command-line/run-operator.ts';
import { readDataDir } from '../runtime/settings/config.ts';
import { provedName } from './proved-name.ts';

const { exitCode, out, problem } = await runOperator(process.argv.slice(2), {
  dataDir: readDataDir(process.env),
  typed: process.env.npm_lifecycle_event ? 'npm run operator --' : 'ballast-operator',
  systemUser: provedName(process.env.SUDO_USER),
  // They are loaded only then, because they are most of the server.
  migrate: async () => (await import('./migrate.ts')).migrate(process.env),
  restore: async (file, actor) => (await import('./restore.ts')).restore(process.env, file, actor),
});
if (out !== undefined) console.log(out);
if (problem !== undefined) console.error(problem);
process.exitCode = exitCode;
