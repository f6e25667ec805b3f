// The provider team's commands (npm run operator -- …) are carried out by the running portal; only a migration is not, which
// comes before it.
import { userInfo } from 'node:os';
import { runOperator } from '../features/operator/run-operator.ts';
import { readDataDir } from '../runtime/config.ts';

// A container may run as a user that has no name.
const systemUser = () => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
};

const { exitCode, out, problem } = await runOperator(process.argv.slice(2), {
  dataDir: readDataDir(process.env),
  systemUser: process.env.SUDO_USER || systemUser(),
  // It is loaded only then, because it is most of the server.
  migrate: async () => (await import('./migrate.ts')).migrate(process.env),
});
if (out !== undefined) console.log(out);
if (problem !== undefined) console.error(problem);
process.exitCode = exitCode;
