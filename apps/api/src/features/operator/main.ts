// The provider team's commands (npm run operator -- …) are carried out by the running portal.
import { userInfo } from 'node:os';
import { readDataDir } from '../../runtime/config.ts';
import { runOperator } from './run-operator.ts';

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
});
if (out !== undefined) console.log(out);
if (problem !== undefined) console.error(problem);
process.exitCode = exitCode;
