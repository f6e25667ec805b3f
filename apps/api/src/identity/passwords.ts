// argon2id behind a bounded queue: a flood of sign-ins waits here, and the rest of the server goes on.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../http/failure.ts';

// OWASP's parameters for argon2id; 2 is the algorithm's number, the enum cannot be imported.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// One more than there are cores: none waits for the next password to be handed over.
const atOnce = availableParallelism() + 1;
const waitingAtMost = 200;

export type Passwords = {
  hash: (password: string) => Promise<string>;
  verify: (password: string, storedHash: string | null) => Promise<boolean>;
};

const createQueue = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= waitingAtMost) throw new Failure('unavailable', { retryAfterSeconds: 2 });
    if (running >= atOnce) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place passes straight to the next in line, so nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

// Hashing takes what the rest of the server leaves: a key check that arrives in the middle of it does not wait for a core.
// Linux has a priority for each thread, found by its name; elsewhere all threads stay equal.
const hashingPriority = 10;

const lowerHashingThreads = () => {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === 'libuv-worker') setPriority(Number(thread), hashingPriority);
    }
  } catch {
    // Some containers hide their threads: there all stay equal, too.
  }
};

export const openPasswords = async (): Promise<Passwords> => {
  const queued = createQueue();
  // Accounts without a password, and addresses without an account, are checked against this, in the same time.
  const nobodysHash = await hash(crypto.randomUUID(), parameters);
  lowerHashingThreads();
  return {
    hash: (password) => queued(() => hash(password, parameters)),
    verify: (password, storedHash) =>
      queued(async () => (await verify(storedHash ?? nobodysHash, password)) && storedHash !== null),
  };
};
