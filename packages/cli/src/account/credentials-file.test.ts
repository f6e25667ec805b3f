// Several command lines of one person change the file of their tokens at once.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeCredentialsFile, credentialsFile, readCredentialsFile } from './credentials-file.ts';

const atOnce = 8;
const rounds = 3;

test('all who change it at once, beside a lock that somebody left, keep what they wrote', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ballast-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { XDG_CONFIG_HOME: folder };
  await changeCredentialsFile(env, (before) => before);
  const lock = `${credentialsFile(env)}.lock`;
  const longAgo = new Date(Date.now() - 60_000);
  for (let round = 0; round < rounds; round += 1) {
    await changeCredentialsFile(env, (before) => ({ ...before, signIns: [] }));
    await writeFile(lock, '');
    await utimes(lock, longAgo, longAgo);
    const signIns = Array.from({ length: atOnce }, (_, n) => ({ portal: 'p', profile: String(n) }));
    await Promise.all(
      signIns.map((signIn) =>
        changeCredentialsFile(env, (before) => ({ ...before, signIns: [...before.signIns, signIn] })),
      ),
    );
    expect((await readCredentialsFile(env)).signIns).toHaveLength(atOnce);
  }
});
