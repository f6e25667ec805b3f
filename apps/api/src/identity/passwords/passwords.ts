// argon2id behind a bounded queue: a flood of sign-ins waits here, and the rest of the server goes on.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { openFairQueue, type QueueCaller } from './password-queue.ts';

export type HashCost = { memoryCost: number; timeCost: number };

// OWASP's parameters for argon2id.
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 };
// 2 is the algorithm's number: the enum cannot be imported.
const argon2id = 2;
// One more than there are cores for this process: none waits for the next password to be handed over.
const sizesFor = (processes: number) => ({
  atOnce: Math.ceil(availableParallelism() / processes) + 1,
  waitingAtMost: 200,
  placesPerAccount: 4,
});

export type Passwords = {
  hash: (password: string, caller: QueueCaller) => Promise<string>;
  verify: (password: string, storedHash: string | null, caller: QueueCaller) => Promise<boolean>;
};

// Hashing has a lower priority than key checks. Linux has a priority for each thread, found by its name; elsewhere all threads are
// equal.
const hashingPriority = 10;

const lowerHashingThreads = () => {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === 'libuv-worker') setPriority(Number(thread), hashingPriority);
    }
  } catch {
    // Some containers hide their threads.
  }
};

export const openPasswords = async (processes = 1, cost = owaspCost): Promise<Passwords> => {
  const parameters = { algorithm: argon2id, parallelism: 1, ...cost };
  const queued = openFairQueue(sizesFor(processes));
  // For accounts without a password and unknown addresses, so that they take the same time.
  const nobodysHash = await hash(crypto.randomUUID(), parameters);
  lowerHashingThreads();
  return {
    hash: (password, caller) => queued(caller, () => hash(password, parameters)),
    verify: (password, storedHash, caller) =>
      queued(caller, async () => (await verify(storedHash ?? nobodysHash, password)) && storedHash !== null),
  };
};
