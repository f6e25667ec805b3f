// The whole API in this process, listening, on a fresh database, with a clock that tests can move.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDevMailbox, readDevMailbox } from '../email/drivers/dev-mailbox.ts';
import type { Mailer } from '../email/email.ts';
import { openDeps } from '../open-deps.ts';
import { loadSecrets } from '../secrets.ts';
import { openTestDatabase } from './database.ts';

export const password = 'Correct-horse1!';

type Options = { mailer?: () => Mailer; env?: Record<string, string> };

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

let addresses = 0;
export const newAddress = (name = 'mara') => {
  addresses += 1;
  return `${name}${addresses}@northwind.dev`;
};

export const startTestApp = async ({ mailer, env = {} }: Options = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-api-'));
  const config = readConfig({
    PUBLIC_URL: 'http://portal.test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...env,
  });
  const database = await openTestDatabase();
  const usedMailer = mailer?.() ?? openDevMailbox(dataDir);
  let skippedSeconds = 0;
  const deps = await openDeps({
    config,
    secrets: loadSecrets(config),
    database,
    mailer: usedMailer,
    log: pino({ level: config.logLevel }),
    now: () => new Date(Date.now() + skippedSeconds * 1000),
  });
  const app = await buildApp(deps, { web: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `${url}/api`;

  const callAs = (token: string | null) => createClient({ portalUrl: url, token: () => token });
  const call = callAs(null);

  const waitForMail = (to: string, subject: RegExp, count = 1) =>
    vi.waitFor(
      async () => {
        const mails = (await readDevMailbox(dataDir)).filter(
          (mail) => mail.to === to && subject.test(mail.subject),
        );
        expect(mails.length).toBeGreaterThanOrEqual(count);
        return mails[0] as (typeof mails)[number];
      },
      { timeout: 15_000, interval: 50 },
    );

  const verificationToken = async (email: string, count = 1) => {
    const mail = await waitForMail(email, /^Verify/, count);
    return new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
  };

  const signUpUnverified = async (email = newAddress(), fullName = 'Mara Okafor') => {
    await call(signUp, { body: { email, password, fullName, authMethod: 'EMAIL' } });
    return email;
  };

  const signIn = async (email: string) => {
    const { user, session } = await call(logIn, { body: { email, password } });
    if (!session) throw new Error('no session');
    return { email, user, session, call: callAs(session.access_token) };
  };

  const verifiedUser = async (email = newAddress()) => {
    await signUpUnverified(email);
    await call(verifyEmail, { body: { token: await verificationToken(email), type: 'email' } });
    return signIn(email);
  };

  const resetLink = async (email: string, count = 1) => {
    const mail = await waitForMail(email, /^Reset/, count);
    return Object.fromEntries(new URLSearchParams(new URL(mail.links[0] ?? '').hash.slice(1)));
  };

  return {
    url,
    baseUrl,
    resetLink,
    deps,
    database,
    dataDir,
    call,
    callAs,
    mails: () => readDevMailbox(dataDir),
    waitForMail,
    verificationToken,
    signUpUnverified,
    signIn,
    verifiedUser,
    skipSeconds: (seconds: number) => {
      skippedSeconds += seconds;
    },
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    stop: async () => {
      await app.close();
      await deps.keyCheck.stop();
      await deps.jobs.stop();
      deps.redis?.disconnect();
      usedMailer.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

// One app for all tests of a file.
export const useTestApp = (options?: Options) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(options);
  });
  afterAll(() => app?.stop());
  return () => app;
};

// The error that a call ends with.
export const failureOf = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    return error as import('@ballast/contract/client').ApiError;
  }
  throw new Error('the call did not fail');
};
