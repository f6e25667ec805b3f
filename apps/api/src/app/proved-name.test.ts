// Whose name the operator log has, where nobody gave one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provedName } from './proved-name.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-names-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['the user who logged in, whatever sudo says', '0\n', 'mara', 'root'],
  ['the number of a user who has no name', '987654321', 'mara', 'uid 987654321'],
  ['sudo’s user, where nobody logged in', '4294967295', 'mara', 'mara'],
  ['the user of the process, without either', '4294967295', undefined, userInfo().username],
  ['sudo’s user, where the system says nothing', '', 'mara', 'mara'],
])('it is %s', async (_, loginUid, sudoUser, name) => {
  const file = join(folder, 'loginuid');
  await writeFile(file, loginUid);
  expect(provedName(sudoUser, file)).toBe(name);
});

test('a system that keeps no login has the user of the process', () => {
  expect(provedName(undefined, join(folder, 'missing'))).toBe(userInfo().username);
});
