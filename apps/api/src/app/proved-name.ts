// The name that the system proves for the person who types a command. The kernel keeps the login's user through su, sudo and
// runuser; a command outside a login has none, and then sudo's or the process's own user counts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

const noLogin = 4_294_967_295;

const readLoginUid = (file: string) => {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^\d+$/.test(text) && Number(text) !== noLogin ? text : null;
  } catch {
    return null;
  }
};

// The directory of users may be away, or may not know the number.
const nameOfUid = (uid: string) => {
  try {
    const found = execFileSync('id', ['-nu', uid], { timeout: 2000, stdio: ['ignore', 'pipe', 'ignore'] });
    return found.toString().trim() || `uid ${uid}`;
  } catch {
    return `uid ${uid}`;
  }
};

// A container may run as a user that has no name.
const ownName = () => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
};

export const provedName = (sudoUser: string | undefined, loginUidFile = '/proc/self/loginuid') => {
  const uid = readLoginUid(loginUidFile);
  if (uid !== null) return nameOfUid(uid);
  return sudoUser || ownName();
};
