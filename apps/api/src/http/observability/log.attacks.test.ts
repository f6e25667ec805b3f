// What the log says when something fails: enough to find the fault, and nothing of the people whom it befell.
import { signUp } from '@ballast/contract/auth/auth';
import { updateProfile } from '@ballast/contract/profile';
import { freePort } from '@ballast/harness/free-port';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import {
  failureOf,
  newAddress,
  password,
  startTestApp,
  type TestApp,
  useTestApp,
} from '../../../testing/test-app.ts';
import { openSmtp } from '../../email/drivers/smtp.ts';

const app = useTestApp();
const fullName = 'Wilhelmina Unmistakable';
const join = (email: string, { call }: Pick<TestApp, 'call'> = app()) =>
  call(signUp, { body: { email, password, fullName, authMethod: 'EMAIL' } });

const expectNothingPersonal = (email: string, text = readPortalLogs()) => {
  expect(text).not.toContain(email);
  expect(text).not.toMatch(/\$argon2|argon2id\$/);
  expect(text).not.toContain(fullName);
  expect(text).not.toContain(password);
};

const running: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.close();
});

// Each breaks sign-up in the database, whose own words then quote the row.
const faults = {
  'a check that fails': {
    breaks: sql`alter table users add constraint broken check (full_name <> 'Wilhelmina Unmistakable') not valid`,
    mends: sql`alter table users drop constraint broken`,
    code: '23514',
  },
  'a column that is too short': {
    breaks: sql`alter table users alter column full_name type varchar(5) using left(full_name, 5)`,
    mends: sql`alter table users alter column full_name type text`,
    code: '22001',
  },
  'a database that may only be read': {
    breaks: sql`set default_transaction_read_only = on`,
    mends: sql`set default_transaction_read_only = off`,
    code: '25006',
  },
};

test.each(Object.entries(faults))(
  'row 9: %s shows no parameter of the query',
  async (_, { breaks, mends, code }) => {
    // Only the embedded database has one session, so that what is set for a session is set for all.
    if (code === '25006' && onPostgres()) return;
    const email = newAddress('secretive');
    await app().deps.db.execute(breaks);
    const { status } = await failureOf(join(email));
    await app().deps.db.execute(mends);
    // A database in fail-over is back in a moment; the others are faults of ours.
    expect(status).toBe(code === '25006' ? 503 : 500);
    const log = readPortalLogs();
    expectNothingPersonal(email, log);
    // A reader of the log still finds the fault.
    expect(log).toContain(`"code":"${code}"`);
    expect(log).toMatch(/sign-up\.ts:\d+/);
  },
);

test('row 9: a unique value that is taken is not quoted', async () => {
  const [first, second] = [await app().verifiedUser(), await app().verifiedUser()];
  await first.call(updateProfile, { body: { fullName } });
  await app().deps.db.execute(
    sql`create unique index broken_names on users (full_name) where full_name like 'W%'`,
  );
  const { status } = await failureOf(second.call(updateProfile, { body: { fullName } }));
  await app().deps.db.execute(sql`drop index broken_names`);
  expect(status).toBe(500);
  expectNothingPersonal(second.email);
  expect(readPortalLogs()).toContain('"constraint":"broken_names"');
});

test('row 9: a mail server that quotes the address puts it neither into the log nor into the job', async () => {
  const port = await freePort();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(Object.assign(new Error(`5.1.1 <${address}> has no mailbox here`), { responseCode: 550 })),
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  running.push({ close: () => new Promise<void>((closed) => server.close(() => closed())) });
  const mailing = await startTestApp({
    mailer: () => openSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@ballast.example', tls: 'off' }),
  });
  running.push({ close: mailing.stop });

  const email = newAddress('refused');
  await join(email, mailing);
  const outputs = await waitFor('the mail to be refused', async () => {
    expect(readPortalLogs()).toContain('job failed');
    const { rows } = await mailing.deps.db.execute<{ output: unknown }>(
      sql`select output from pgboss.job where name = 'send-email' and output is not null`,
    );
    expect(rows).not.toHaveLength(0);
    return JSON.stringify(rows);
  });
  expectNothingPersonal(email, outputs);
  expectNothingPersonal(email);
  expect(readPortalLogs()).toContain('"responseCode":550');
});

test('row 9: a request that a client made up leaves nothing of itself in the log', async () => {
  const email = newAddress('prober');
  const body = JSON.stringify({ email, password, code_challenge: '\u0000', code_challenge_method: 's256' });
  await app().post('/auth/v1/signup', body);
  await app().post('/auth/login', `{"email":"${email}","password":"${password}`);
  await fetch(`${app().baseUrl}/cli/auth/requests/${'s'.repeat(43)}`);
  await fetch(`${app().baseUrl}/${email}/%ff`);
  expectNothingPersonal(email);
  expect(readPortalLogs()).not.toContain('s'.repeat(43));
});

test('row 9: an error that is logged by itself, or was caused by another, tells no value either', () => {
  const email = 'ada@northwind.dev';
  const parse = () => {
    try {
      JSON.parse(`{"email":"${email}"`.replace('{', '{x'));
    } catch (error) {
      return error as Error;
    }
    throw new Error('it was parsed');
  };
  const { log } = app().deps;
  log.error(parse());
  log.error({ err: new Error(`no account ${email}`, { cause: parse() }) });
  log.error({ err: new AggregateError([parse()], email) }, email.length.toString());
  const request = log.child({ reqId: 'x' });
  const entries = parse();
  request.warn({ err: entries }, entries.message);
  expectNothingPersonal(email);
  expect(readPortalLogs()).toContain('SyntaxError');
});
