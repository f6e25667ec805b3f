// Somebody calls with `ballast api` what the portal does not have.
import { expect, test } from 'vitest';
import { ballast, packageVersion } from '../testing/ballast.ts';
import { portalOfVersion, serve } from '../testing/http-server.ts';

const callAt = async (version: string, ...args: string[]) => {
  const portal = await serve(portalOfVersion(version));
  const ended = await ballast(['api', ...args], { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x' });
  return { portal, ...ended };
};

test('a mistyped path is named, at a portal of this version and at a newer one', async () => {
  for (const version of [packageVersion, '99.0.0'])
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['get', 'api/nothing?limit=5'],
    ] as const) {
      const { portal, stdout, stderr, exitCode } = await callAt(version, method, path);
      expect({ stdout, stderr, exitCode }).toEqual({
        stdout: '',
        stderr: `Error: The portal at ${portal} has no call GET /api/nothing. To see which there are, run ballast open docs.\n`,
        exitCode: 5,
      });
    }
});

test('a script reads from the code that there is no such call', async () => {
  const { stderr } = await callAt(packageVersion, 'DELETE', '/api-keys', '--json');
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'not_found',
      message: expect.stringContaining('has no call DELETE /api/api-keys.'),
      exitCode: 5,
      reason: 'no_such_route',
    },
  });
});

test('a portal that is older than the tool may not know the call yet', async () => {
  const { stderr, exitCode } = await callAt('0.0.9', 'GET', '/nothing');
  expect(exitCode).toBe(9);
  expect(stderr).toContain('is older than this command and does not know it yet.');
});
