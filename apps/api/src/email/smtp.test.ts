// Mail over a real SMTP server, also while that server is away.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signUp } from '@ballast/contract/auth/auth';
import { freePort } from '@ballast/harness/free-port';
import { waitFor } from '@ballast/harness/wait-for';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test, vi } from 'vitest';
import { newAddress, password, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openSmtp } from './drivers/smtp.ts';

const received: string[] = [];
const running: { close: () => unknown }[] = [];
afterEach(async () => {
  received.length = 0;
  for (const part of running.splice(0).reverse()) await part.close();
});

const startSmtp = (port: number) =>
  new Promise<SMTPServer>((resolve) => {
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 200,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
    running.push({ close: () => new Promise<void>((closed) => server.close(() => closed())) });
  });

const from = 'Ballast <no-reply@ballast.example>';

const startWithMailAt = async (
  port: number,
  tls: 'off' | 'required' = 'off',
  brand: Record<string, string> = {},
) => {
  const app = await startTestApp({
    env: { BRAND_NAME: 'Keel & Co', ...brand },
    mailer: () => openSmtp({ url: `smtp://127.0.0.1:${port}`, from, tls }),
  });
  running.push({ close: app.stop });
  return app;
};

const join = (app: TestApp, email: string) =>
  app.call(signUp, { body: { email, password, fullName: 'Mara Okafor', authMethod: 'EMAIL' } });

test('the verification mail goes out by SMTP, as text and as escaped HTML', async () => {
  const port = await freePort();
  await startSmtp(port);
  const app = await startWithMailAt(port);
  const email = newAddress();
  await join(app, email);

  await waitFor('the mail to arrive', () => expect(received).toHaveLength(1));
  const [mail = ''] = received;
  expect(mail).toContain(`To: ${email}`);
  expect(mail).toContain('From: Ballast <no-reply@ballast.example>');
  expect(mail).toContain('multipart/alternative');
  expect(mail.replaceAll('=\r\n', '')).toContain('your Keel &amp; Co account');
});

test('a mail has the accent of the installation, and brings its logo along', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'ballast-logo-')), 'logo.svg');
  await writeFile(
    file,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2z"/></svg>',
  );
  const port = await freePort();
  await startSmtp(port);
  const app = await startWithMailAt(port, 'off', { BRAND_LOGO_FILE: file, BRAND_ACCENT: 'rebeccapurple' });
  await join(app, newAddress());
  await waitFor('the mail to arrive', () => expect(received).toHaveLength(1));
  const mail = received.join().replaceAll('=\r\n', '');
  expect(mail).toContain('#663399');
  expect(mail).not.toContain('#0A6B70');
  expect(mail).toContain('cid:logo');
  expect(mail).toMatch(/Content-Type: image\/png; name=logo\.png/);
  expect(mail).toMatch(/Content-Id: <logo>/i);
});

test('row 22: a mail server that offers no encryption gets no mail', async () => {
  const port = await freePort();
  await startSmtp(port);
  const app = await startWithMailAt(port, 'required');
  const warnings = vi.spyOn(app.deps.log, 'warn');
  await join(app, newAddress());
  await waitFor('an attempt to fail', () => expect(warnings).toHaveBeenCalled());
  expect(received).toHaveLength(0);
});

test('while the mail server is away sign-up still works, and the mail arrives when it is back', async () => {
  const port = await freePort();
  const app = await startWithMailAt(port);
  const warnings = vi.spyOn(app.deps.log, 'warn');
  await join(app, newAddress());
  await waitFor('a first attempt to fail', () => {
    const attempt = expect.objectContaining({ queue: 'send-email' });
    expect(warnings).toHaveBeenCalledWith(attempt, 'job failed, will be retried');
  });
  expect(received).toHaveLength(0);

  await startSmtp(port);
  await waitFor('the mail to arrive', () => expect(received).toHaveLength(1));
});

test('no verification link rests in the job queue', async () => {
  const app = await startWithMailAt(await freePort());
  const email = newAddress();
  await join(app, email);
  const { rows } = await app.deps.db.execute<{ data: unknown }>(
    "select data from pgboss.job where name = 'send-email'",
  );
  expect(JSON.stringify(rows)).toContain(email);
  expect(JSON.stringify(rows)).not.toContain('token=');
});
