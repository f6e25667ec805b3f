// The packed command line, as the portal answers it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliExecutables } from '@ballast/contract/portal';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../../runtime/settings/config.ts';
import { serveCli } from './serve-cli.ts';

const portalAt = (publicUrl: string) => {
  const app = Fastify();
  serveCli(app, { ...readConfig({}), publicUrl }, join(tmpdir(), 'no-executables'));
  return app;
};

const tarballOf = (publicUrl: string) => portalAt(publicUrl).inject('/cli/ballast.tgz');

test('tar unpacks the package: the tool may be run, and its package.json names the portal that served it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-pack-'));
  const archive = join(folder, 'ballast.tgz');
  writeFileSync(archive, (await tarballOf('https://portal.example')).rawPayload);
  execFileSync('tar', ['xzf', archive, '-C', folder]);
  const packageJson = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
  expect(packageJson).toMatchObject({
    name: 'ballast',
    bin: { ballast: 'ballast.mjs' },
    portal: 'https://portal.example',
  });
  // Its checksum is served beside it, and npm finds a page for `man` of every command.
  const hex = createHash('sha256').update(readFileSync(archive)).digest('hex');
  const { body } = await portalAt('https://portal.example').inject('/cli/SHA256SUMS');
  expect(body).toBe(`${hex}  ballast.tgz\n`);
  expect(packageJson.man).toContain('man/ballast-keys-create.1');
  for (const page of packageJson.man) {
    const text = readFileSync(join(folder, 'package', page), 'utf8');
    expect(text).toMatch(/^\.TH "BALLAST/);
    // Every line that begins like a request of troff is one.
    for (const line of text.split('\n')) expect(line).toMatch(/^(?![.'])|^\.(TH|SH|TP|PP|B|BR|nf|fi)( |$)/);
  }
  // Nothing is fetched to run it but the optional keychain module.
  expect(packageJson.dependencies).toBeUndefined();
  expect(Object.keys(packageJson.optionalDependencies)).toEqual(['@napi-rs/keyring']);
  const tool = join(folder, 'package/ballast.mjs');
  expect(statSync(tool).mode & 0o777).toBe(0o755);
  expect(execFileSync(tool, ['--version'], { encoding: 'utf8' })).toBe(`${packageJson.version}\n`);
  rmSync(folder, { recursive: true });
});

test.each(cliExecutables)(
  '%s, where it was built, is served as it is, with its checksum; where not, it is unknown',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-executable-'));
    const served = () => {
      const app = Fastify();
      serveCli(app, readConfig({}), folder);
      return app;
    };
    expect((await served().inject(`/cli/${name}`)).statusCode).toBe(404);
    writeFileSync(join(folder, name), 'the executable');
    writeFileSync(join(folder, `${name}.sha256`), `its checksum  ${name}\n`);
    const { headers, body } = await served().inject(`/cli/${name}`);
    expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '14' });
    expect(body).toBe('the executable');
    const checksums = (await served().inject('/cli/SHA256SUMS')).body;
    expect(checksums.split('\n').slice(1)).toEqual([`its checksum  ${name}`, '']);
    rmSync(folder, { recursive: true });
  },
);

test('the same portal always packs the same bytes, another portal others', async () => {
  const [first, second, other] = [
    await tarballOf('https://portal.example'),
    await tarballOf('https://portal.example'),
    await tarballOf('https://other.example'),
  ];
  expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  expect(first.headers.etag).toBe(second.headers.etag);
  expect(first.headers.etag).not.toBe(other.headers.etag);
});

test('a copy that is still the one is not sent again', async () => {
  const portal = portalAt('https://portal.example');
  const { headers } = await portal.inject('/cli/ballast.tgz');
  expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' });
  const again = (etag: string) =>
    portal.inject({ url: '/cli/ballast.tgz', headers: { 'if-none-match': etag } });
  expect((await again(String(headers.etag))).statusCode).toBe(304);
  expect((await again(`W/"old", W/${headers.etag}`)).statusCode).toBe(304);
  expect((await again('"old"')).statusCode).toBe(200);
});
