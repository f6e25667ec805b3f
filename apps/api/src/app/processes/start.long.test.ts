// Starting on a real PostgreSQL that is wrong, late, not prepared, or that the portal may only use.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@ballast/contract/keys/api-keys';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { root, runPortal, startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import { waitFor } from '@ballast/harness/wait-for';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';

describe.runIf(onPostgres())('starting on PostgreSQL', () => {
  let folder: string;
  let server: pg.Client;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ballast-start-'));
    server = new pg.Client({ connectionString: inject('postgresUrl') });
    await server.connect();
  });
  afterAll(async () => {
    await server?.end();
    await rm(folder, { recursive: true, force: true });
  });

  const urlWith = (change: (url: URL) => void) => {
    const url = new URL(inject('postgresUrl'));
    change(url);
    return url.href;
  };
  const problemOf = async (env: Record<string, string>) => {
    const { output, exit } = runPortal({
      DATA_DIR: join(folder, 'refused'),
      PORT: String(await freePort()),
      ...env,
    });
    expect([await exit, output.stdout]).toEqual([1, '']);
    return output.stderr;
  };
  const operator = async (args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, [join(root, 'apps/api/dist/operator.js'), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    });
    let [out, problem] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, out, problem };
  };

  test('a wrong password, database, user or host, and encryption that is not there, are one line each', async () => {
    const wrong: [string, string][] = [
      [
        urlWith((url) => (url.password = 'wrong')),
        'The database refuses the user or the password in DATABASE_URL',
      ],
      [
        urlWith((url) => (url.username = 'nobody')),
        'The database refuses the user or the password in DATABASE_URL',
      ],
      [urlWith((url) => (url.pathname = '/nowhere')), 'The database that DATABASE_URL names does not exist'],
      [urlWith((url) => (url.hostname = 'nowhere.invalid')), 'The host in DATABASE_URL is not known'],
      [
        urlWith((url) => url.searchParams.set('sslmode', 'verify-full')),
        'The database does not encrypt: check sslmode in DATABASE_URL',
      ],
    ];
    for (const [DATABASE_URL, line] of wrong) {
      expect(await problemOf({ DATABASE_URL })).toBe(`${line}\n`);
      expect(await operator(['migrate'], { DATABASE_URL })).toEqual({
        code: 1,
        out: '',
        problem: `${line}\n`,
      });
    }
  });

  test('a role that may change nothing serves what somebody else has migrated, and says so before', async () => {
    const name = `start_${crypto.randomUUID().replaceAll('-', '')}`;
    await server.query(`create database ${name}`);
    const creation = await readFile(join(root, 'deploy/create-serving-role.sql'), 'utf8');
    const createRole = creation
      .replace(":'role'", `'${name}'`)
      .replace(':"role"', name)
      .replace(":'password'", "'serving'");
    // It is run before each start of the composition.
    for (let time = 0; time < 2; time += 1) await server.query(createRole);
    const DATABASE_URL = urlWith((url) => (url.pathname = `/${name}`));
    const serving = {
      DATABASE_URL: urlWith((url) =>
        Object.assign(url, { pathname: name, username: name, password: 'serving' }),
      ),
    };
    expect(await problemOf(serving)).toBe(
      'The role in DATABASE_URL lacks rights: run npm run operator -- migrate with the owner of the database, then deploy/serving-role.sql\n',
    );

    const first = await operator(['migrate'], { DATABASE_URL });
    expect(first).toMatchObject({ code: 0, problem: '' });
    expect(first.out).toMatch(
      /^Applied 0000_baseline\.\n(Applied .*\n)*The database is ready for this version\.\n$/,
    );
    const again = await operator(['migrate', '--json'], { DATABASE_URL });
    expect(JSON.parse(again.out)).toEqual({ applied: [] });

    const owner = new pg.Client({ connectionString: DATABASE_URL });
    await owner.connect();
    const grants = await readFile(join(root, 'deploy/serving-role.sql'), 'utf8');
    await owner.query(grants.replaceAll(':"role"', name));
    const settings = { ...serving, DATA_DIR: join(folder, 'serving') };
    const portal = await startPortal(settings);
    // Signing up sends a mail by a job.
    const developer = await newDeveloper(portal.url);
    const { key } = await developer.call(createKey, { body: { name: 'served', environment: 'SANDBOX' } });
    const checked = await fetch(`${portal.url}/v1/key-check`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(checked.status).toBe(200);
    await waitFor('its use to be written', async () => {
      const { rowCount } = await owner.query('select from key_usage_minutes');
      expect(rowCount).toBe(1);
    });
    const backup = join(folder, 'serving.backup');
    expect(await operator(['backup', backup], settings)).toMatchObject({ code: 0 });
    expect(await portal.stop()).toBe(0);
    expect(await operator(['restore', backup, '--yes'], settings)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('run this with the owner of the database in DATABASE_URL'),
    });
    const itself = new pg.Client({ connectionString: serving.DATABASE_URL });
    await itself.connect();
    await expect(itself.query('drop table users cascade')).rejects.toThrow(/must be owner/);
    await expect(itself.query('create table mine (x int)')).rejects.toThrow(/permission denied/);
    await expect(itself.query('drop table key_usage_minutes_default')).rejects.toThrow(/must be owner/);
    const { rows } = await itself.query(`
      select make_key_usage_partition('infinity') as endless, make_key_usage_partition(null) as none,
        make_key_usage_partition(current_date + 40) as late, make_key_usage_partition('0001-01-01') as early,
        drop_key_usage_partition(null) as nothing`);
    expect(rows).toEqual([{ endless: false, none: false, late: false, early: false, nothing: null }]);
    await itself.end();
    await owner.end();
  });

  test('what is said of embedded: production wants it said, and there is nothing to migrate', async () => {
    expect(await operator(['migrate'], { DATABASE_URL: 'embedded' })).toEqual({
      code: 1,
      out: '',
      problem:
        'DATABASE_URL names no PostgreSQL: the embedded database is migrated when the portal starts.\n',
    });
    const portal = await startPortal({ DATABASE_URL: 'embedded', DATA_DIR: join(folder, 'embedded') });
    expect(await portal.stop()).toBe(0);
  });

  test('a database that comes a moment later is waited for', async () => {
    const postgres = await startPostgres();
    await postgres.stop();
    const running = runPortal({
      DATABASE_URL: postgres.url,
      DATABASE_WAIT_SECONDS: '3600',
      DATA_DIR: join(folder, 'waiting'),
      PORT: String(await freePort()),
    });
    await waitFor('the portal to say that it waits', () =>
      expect(running.output.stdout).toContain('the database is not there yet'),
    );
    await postgres.start();
    await waitFor('the portal to be ready', () => expect(running.output.stdout).toMatch(/ is ready$/m));
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    await postgres.remove();
  });
});
