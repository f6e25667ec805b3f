// The whole API in this process, listening, on a fresh database, with a clock that only a test moves.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { browserFetch } from '@ballast/harness/browser-fetch';
import { type Clock, createClock } from '@ballast/harness/clock';
import { portalLog } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../src/app/build-app.ts';
import { featureSettings } from '../src/app/feature-settings.ts';
import { openDeps } from '../src/app/parts/open-deps.ts';
import type { OpenDatabase } from '../src/db/connections/open.ts';
import type { Mailer } from '../src/email/deps.ts';
import { openDevMailbox, readDevMailbox } from '../src/email/drivers/dev-mailbox.ts';
import type { HashCost } from '../src/identity/passwords/passwords.ts';
import { openLog } from '../src/runtime/observability/log.ts';
import { readConfig } from '../src/runtime/settings/config.ts';
import { loadSecrets } from '../src/secrets/secrets.ts';
import { openTestDatabase } from './databases/database.ts';
import { watchCookies, watchCounters, watchLog, watchTransactions } from './databases/watch-transactions.ts';

export const password = 'Correct-horse1!';

// Thousands of people sign up and in. What a hash costs is the subject of few tests, and those give it.
const cheapest: HashCost = { memoryCost: 8, timeCost: 1 };

type Options = {
  mailer?: () => Mailer;
  env?: Record<string, string>;
  clock?: Clock;
  hashCost?: HashCost;
  // By default it has a database of its own.
  database?: OpenDatabase;
  // By default the web app is not served.
  web?: boolean;
};

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

let addresses = 0;
export const newAddress = (name = 'mara') => {
  addresses += 1;
  return `${name}${addresses}@northwind.dev`;
};

const mailsOf = (dataDir: string) => {
  const waitForMail = (to: string, subject: RegExp, count = 1) =>
    waitFor(
      `${count} mail(s) to ${to} about ${subject}`,
      async () => {
        const mails = (await readDevMailbox(dataDir, to)).filter((mail) => subject.test(mail.subject));
        const [newest] = mails;
        if (!newest || mails.length < count) throw new Error(`there are ${mails.length}`);
        return newest;
      },
      { everyMs: 5 },
    );
  const countVerificationMails = async (email: string) =>
    (await readDevMailbox(dataDir, email)).filter(({ subject }) => /^Verify/.test(subject)).length;
  const verificationToken = async (email: string, count = 1) => {
    const mail = await waitForMail(email, /^Verify/, count);
    return new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
  };
  const resetLink = async (email: string, count = 1) => {
    const mail = await waitForMail(email, /^(Reset|Choose) your/, count);
    return Object.fromEntries(new URLSearchParams(new URL(mail.links[0] ?? '').hash.slice(1)));
  };
  return {
    mails: () => readDevMailbox(dataDir),
    waitForMail,
    countVerificationMails,
    verificationToken,
    resetLink,
  };
};

// Each step is a moment after the one before, so that what they leave behind has an order.
const moment = 0.001;

type CallAs = (token: string | null) => ReturnType<typeof createClient>;

const openSignIn = (callAs: CallAs) => async (email: string) => {
  const { user, session } = await callAs(null)(logIn, { body: { email, password } });
  if (!session) throw new Error('no session');
  return { email, user, session, call: callAs(session.access_token) };
};

const developersOf = (
  portalUrl: string,
  clock: Clock,
  { countVerificationMails, verificationToken }: ReturnType<typeof mailsOf>,
) => {
  const callAs = (token: string | null) => createClient({ portalUrl, token: () => token });
  const call = callAs(null);

  const inBrowser = () => createClient({ portalUrl, fetch: browserFetch() });

  const signUpUnverified = async (email = newAddress(), fullName = 'Mara Okafor', browser = inBrowser()) => {
    await browser(signUp, { body: { email, password, fullName, authMethod: 'EMAIL' } });
    return email;
  };
  const signIn = openSignIn(callAs);
  const verifiedUser = async (given?: string) => {
    const email = given ?? newAddress();
    // Somebody else may have signed up with the address before, and a mail to them is no mail to this person.
    const earlier = given ? await countVerificationMails(given) : 0;
    // Most people open the link in the browser in which they signed up.
    const browser = inBrowser();
    await signUpUnverified(email, undefined, browser);
    const token = await verificationToken(email, earlier + 1);
    clock.skipSeconds(moment);
    await browser(verifyEmail, { body: { token, type: 'email' } });
    clock.skipSeconds(moment);
    const signedIn = await signIn(email);
    clock.skipSeconds(moment);
    return signedIn;
  };
  return { call, callAs, inBrowser, signUpUnverified, signIn, verifiedUser };
};

// Another process that serves the same database by the same clock: see portal-process.ts.
export const startPortalProcess = async (variables: Record<string, string>) => {
  const script = fileURLToPath(new URL('./portal-process.ts', import.meta.url));
  const child = fork(script, { env: { PATH: process.env.PATH, ...variables }, execArgv: [] });
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the portal ended with ${code}`))),
  ])) as [string];
  const callAs = (token: string | null) => createClient({ portalUrl: url, token: () => token });
  const stop = async () => {
    child.disconnect();
    await ended;
  };
  return { url, call: callAs(null), callAs, signIn: openSignIn(callAs), stop };
};

export const startTestApp = async ({
  mailer,
  env = {},
  clock = createClock(),
  hashCost = cheapest,
  database: given,
  web = false,
}: Options = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ballast-api-'));
  const config = readConfig(
    {
      PUBLIC_URL: 'http://portal.localhost',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...env,
    },
    featureSettings,
  );
  const database = given ?? (await openTestDatabase());
  const { db, patientDb, operators, stopDb } = database;
  for (const each of new Set([db, patientDb, operators.db, operators.patientDb, stopDb]))
    watchTransactions(each);
  const usedMailer = mailer?.() ?? openDevMailbox(dataDir);
  const log = portalLog(`portal in the test's process, data folder ${dataDir}`);
  const deps = await openDeps({
    config,
    secrets: loadSecrets(config),
    database,
    mailer: usedMailer,
    log: openLog(config.logLevel, watchLog(log)),
    now: clock.now,
    hashCost,
    limiterClock: () => clock.now().getTime() * 1000,
  });
  watchCounters(deps.metrics);
  const app = await buildApp(deps, { web });
  watchCookies(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `${url}/api`;

  const mails = mailsOf(dataDir);
  return {
    url,
    baseUrl,
    deps,
    database,
    dataDir,
    ...mails,
    ...developersOf(url, clock, mails),
    now: clock.now,
    skipSeconds: clock.skipSeconds,
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
      await deps.tracing?.close();
      deps.redis?.disconnect();
      usedMailer.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
      log.forget();
    },
  };
};

// All tests of a file share one app.
export const useTestApp = (options?: Options) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(options);
  });
  afterAll(() => app?.stop());
  return () => app;
};

// How a call ends. A portal that is too busy for it says so by 503, and the caller tries again.
export const answerOf = <T>(call: () => Promise<T>) =>
  waitFor('a portal that is not too busy', async () => {
    const [answer] = await Promise.allSettled([call()]);
    if (answer.status === 'rejected' && answer.reason.status === 503) throw answer.reason;
    return answer;
  });

// The error that a call ends with.
export const failureOf = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    return error as import('@ballast/contract/http/client').ApiError;
  }
  throw new Error('the call did not fail');
};
