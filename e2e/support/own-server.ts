// A server of a test's own, which it may stop and start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgotPassword, logIn, signUp, verifyEmail } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import { expect } from '@playwright/test';
import { type Account, newEmail, password } from './accounts.ts';

type Mail = { to: string; links: string[] };

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
};

export const openOwnServer = async (settings: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-e2e-own-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const call = createClient({ portalUrl: url });
  let running: ChildProcess | null = null;

  const start = async (more: Record<string, string> = {}) => {
    running = spawn(process.execPath, ['apps/api/src/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        PUBLIC_URL: url,
        LOG_LEVEL: 'warn',
        ...settings,
        ...more,
      },
      stdio: 'ignore',
    });
    const isReady = () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  };

  const stop = async () => {
    if (!running || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGTERM');
    await exited;
    running = null;
  };

  const linksTo = async (email: string, part: string) => {
    const mails: Mail[] = await (await fetch(`${url}/dev/mailbox.json`)).json();
    const mine = mails.filter(({ to }) => to === email);
    return mine.flatMap(({ links }) => links.filter((link) => link.includes(part)));
  };

  const account = async (): Promise<Account> => {
    const email = newEmail();
    await call(signUp, { body: { email, password, fullName: 'Mara Okafor', authMethod: 'EMAIL' } });
    await expect.poll(async () => (await linksTo(email, '/verify-email')).length).toBe(1);
    const [link] = await linksTo(email, '/verify-email');
    const token = new URL(link ?? '').searchParams.get('token') ?? '';
    await call(verifyEmail, { body: { token, type: 'email' } });
    const { user, session } = await call(logIn, { body: { email, password } });
    if (!session) throw new Error(`${email} got no session`);
    return { email, user, session };
  };

  const resetLinks = async (email: string, count: number) => {
    await call(forgotPassword, { body: { email } });
    await expect.poll(async () => (await linksTo(email, '/reset-password#')).length).toBe(count);
    return linksTo(email, '/reset-password#');
  };

  const close = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };

  await start();
  return { url, start, stop, account, resetLinks, close };
};
