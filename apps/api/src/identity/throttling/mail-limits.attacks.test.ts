// Those who would fill a stranger's mailbox.
import {
  changeEmail,
  forgotPassword,
  logIn,
  resendVerificationEmail,
  resetPassword,
  signUp,
} from '@ballast/contract/auth/auth';
import { recover, signUpByLibrary } from '@ballast/contract/auth/session';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { whileCommitsFail } from '../../../testing/databases/failing-commits.ts';
import { failureOf, newAddress, password, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { sendEmailQueue } from '../../email/mail-kinds.ts';
import {
  mailVerification,
  mailVerificationQueue,
} from '../../features/auth/email-address/verification-mail.ts';
import { mailRecovery, mailRecoveryQueue } from '../../features/auth/mail-recovery.ts';
import { mailPause, mailPerRecipient } from './limits.ts';

const app = useTestApp();

type Queued = { queue: string; job: Record<string, unknown>; afterSeconds: number };

const watchQueues = (onQueued: (queued: Queued) => void) => {
  const { jobs } = app().deps;
  const { enqueue } = jobs;
  jobs.enqueue = (async (tx, queue, job, when) => {
    onQueued({ queue: queue.name, job: job as Queued['job'], afterSeconds: when?.afterSeconds ?? 0 });
    return enqueue(tx, queue, job, when);
  }) as typeof enqueue;
  onTestFinished(() => {
    jobs.enqueue = enqueue;
  });
};

// What was asked to be mailed, seen where mails are queued.
const queuedTo = (isRecipient: (to: string) => boolean) => {
  const mails: string[] = [];
  watchQueues(({ queue, job }) => {
    if (queue === sendEmailQueue.name && isRecipient(String(job.to))) mails.push(String(job.template));
  });
  return mails;
};

// What waits until the mailbox may get a mail again.
const heldBack = () => {
  const held: Queued[] = [];
  watchQueues((queued) => queued.afterSeconds && held.push(queued));
  return held;
};

const body = (email: string) => ({ email, password, fullName: 'Mara', authMethod: 'EMAIL' as const });

test.each(['free', 'taken'])(
  'row 12: nine sign-ups with one %s address are answered alike and mail little',
  async (kind) => {
    const email = kind === 'taken' ? (await app().verifiedUser()).email : newAddress('victim');
    const mails = queuedTo((to) => to === email);
    const answers = [];
    for (let i = 0; i < 9; i += 1) answers.push(await app().call(signUp, { body: body(email) }));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    expect(mails.length).toBeLessThanOrEqual(3);
  },
);

test('row 12: tags behind a plus are one mailbox, whatever the kind of mail and whoever asks', async () => {
  const name = `bombed${crypto.randomUUID().slice(0, 8)}`;
  const mails = queuedTo((to) => to.startsWith(name));
  for (let i = 0; i < 5; i += 1) {
    const email = `${name}+${i}@northwind.dev`;
    await app().call(signUp, { body: body(email) });
    for (const kind of [resendVerificationEmail, forgotPassword])
      await app()
        .call(kind, { body: { email } })
        .catch(() => {});
    const { call } = await app().verifiedUser();
    await call(changeEmail, { body: { newEmail: `${name}+new${i}@northwind.dev` } }).catch(() => {});
  }
  expect(mails.length).toBeLessThanOrEqual(8);
});

test('row 12: many accounts cannot each mail the same new address', async () => {
  const newEmail = newAddress('victim');
  // The minute's pause lasts as long as the test does.
  await app().deps.throttles.of(mailPause).set(`change ${newEmail}`, 0, 3600);
  const mails = queuedTo((to) => to === newEmail);
  const answers: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { call } = await app().verifiedUser();
    const change = call(changeEmail, { body: { newEmail } });
    answers.push(i ? (await failureOf(change)).code : (await change).message);
  }
  expect(answers.slice(1)).toEqual(['rate_limited', 'rate_limited']);
  expect(mails).toEqual(['change-email']);
});

test('row 12: a network that has asked too often uses up nobody else’s mails', async () => {
  const strict = await startTestApp({ env: { TRUST_PROXY: 'on', LIMITS: 'mails_per_address=1' } });
  const ask = async (email: string, from: string) =>
    (await strict.post('/auth/forgot-password', JSON.stringify({ email }), { 'x-forwarded-for': from }))
      .status;
  try {
    const owner = newAddress('owner');
    expect(await ask(newAddress(), '203.0.113.1')).toBe(200);
    expect(await ask(owner, '203.0.113.1')).toBe(429);
    expect(await ask(owner, '198.51.100.1')).toBe(200);
  } finally {
    await strict.stop();
  }
});

// A stranger asks until the mailbox gets no more, without waiting for the minute between two mails.
const flood = async (email: string, times = 24) => {
  const mails = queuedTo((to) => to === email);
  for (let i = 0; i < times; i += 1) {
    await app().deps.throttles.of(mailPause).delete(`recovery ${email}`);
    await app().call(forgotPassword, { body: { email } });
  }
  // The first of eight was the mail of the sign-up.
  await waitFor('what the mailbox may get to be on its way', () => expect(mails).toHaveLength(7));
};

test('row 14: strangers who ask for mails stop neither the owner’s reset from a known device nor what tells of it', async () => {
  const { email } = await app().verifiedUser();
  const owner = app().inBrowser();
  await owner(logIn, { body: { email, password } });
  await flood(email);
  await owner(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email, 8);
  await app().call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  await app().waitForMail(email, /password was changed/);
});

test('row 12: a reset that is too many is mailed an hour later, once, however often it was asked for', async () => {
  const { email } = await app().verifiedUser();
  const held = heldBack();
  await flood(email);
  await waitFor('the first one that is too many to wait', () =>
    expect(held).toEqual([expect.objectContaining({ queue: mailRecoveryQueue.name, afterSeconds: 3600 })]),
  );
  await mailRecovery(app().deps, held[0]?.job as Parameters<typeof mailRecovery>[1]);
  const { access_token: token = '' } = await app().resetLink(email, 8);
  await app().call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  expect(held).toHaveLength(1);
});

test('row 12: a mail that is held back is not lost when the database fails while it is queued', async () => {
  const { deps, verifiedUser } = app();
  const { email } = await verifiedUser();
  await deps.throttles.of(mailPerRecipient).set(email, 8, 3600);
  const client = { address: '203.0.113.7', userAgent: 'x', behindUnknownProxy: false };
  const ask = () => mailRecovery(deps, { email, client });
  let failures = 1;
  watchQueues(() => {
    if (failures) throw new Error(`the database is away, ${failures--}`);
  });
  const held = heldBack();
  await expect(ask()).rejects.toThrow('the database is away');
  expect(held).toHaveLength(1);
  // The job is tried again, and one waiting mail then replaces all others.
  for (let i = 0; i < 3; i += 1) await ask();
  expect(held).toHaveLength(2);
});

test('row 12: the mail of a sign-up that is too many comes later, too', async () => {
  const email = newAddress('victim');
  await app().deps.throttles.of(mailPerRecipient).set(email, 8, 3600);
  const held = heldBack();
  await app().call(signUp, { body: body(email) });
  expect(held).toMatchObject([{ queue: mailVerificationQueue.name, afterSeconds: 3600 }]);
  await mailVerification(app().deps, held[0]?.job as Parameters<typeof mailVerification>[1]);
  await app().verificationToken(email);
});

test('row 12: mails to tags without an account use up nothing of the mailbox', async () => {
  const { email } = await app().verifiedUser();
  const [name, domain] = email.split('@');
  for (let i = 0; i < 24; i += 1) {
    await app().call(forgotPassword, { body: { email: `${name}+${i}@${domain}` } });
    await app().deps.throttles.of(mailPause).delete(`recovery ${email}`);
  }
  await app().call(forgotPassword, { body: { email } });
  await app().resetLink(email);
});

test('row 12: a code that only its client can use ends no link of the owner’s and holds none up', async () => {
  const { email } = await app().verifiedUser();
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  const challenge = { code_challenge: 'v'.repeat(43), code_challenge_method: 's256' as const };
  for (let i = 0; i < 24; i += 1) {
    await app().call(recover, { query: {}, body: { email, ...challenge } });
    await app().deps.throttles.of(mailPause).delete(`recovery-code ${email}`);
  }
  await app().waitForMail(email, /^Reset/, 9);
  await app().call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  await app().deps.throttles.of(mailPause).delete(`recovery ${email}`);
  await app().call(forgotPassword, { body: { email } });
  await app().waitForMail(email, /^Reset/, 10);
});

test('a reset link whose transaction is repeated counts as one mail', async () => {
  const { email } = await app().verifiedUser();
  const countMails = async () =>
    (await app().deps.throttles.of(mailPerRecipient).get(email))?.consumedPoints ?? 0;
  const before = await countMails();
  const refusal = { type: 'password_reset_requested', times: 2, code: '40001' } as const;
  await whileCommitsFail(app().deps.db, refusal, async () => {
    await app().call(forgotPassword, { body: { email } });
    await app().resetLink(email);
  });
  expect(await countMails()).toBe(before + 1);
});

// The challenges of the codes that wait for a mailbox, the oldest first.
const waitingChallenges = async (email: string) => {
  const { rows } = await app().deps.db.execute<{ challenge: string }>(sql`
    select data->'exchange'->>'codeChallenge' as challenge from pgboss.job
    where state < 'active' and start_after > now() and data->>'email' = ${email} order by created_on`);
  return rows.map(({ challenge }) => challenge);
};

const libraryChallenge = (letter: string) => letter.repeat(43);
const fillCodes = (email: string) => app().deps.throttles.of(mailPerRecipient).set(`code ${email}`, 8, 3600);

test('row 12: codes that strangers have mailed by signing up swallow no code of the owner’s client', async () => {
  const email = newAddress('victim');
  await fillCodes(email);
  const signUpWith = (letter: string) =>
    app().call(signUpByLibrary, {
      query: {},
      body: {
        email,
        password,
        data: { full_name: 'Mara' },
        code_challenge: libraryChallenge(letter),
        code_challenge_method: 's256',
      },
    });
  for (const letter of 'abcdef') await signUpWith(letter);
  await signUpWith('o');
  const waiting = await waitingChallenges(email);
  expect(waiting.at(-1)).toContain(libraryChallenge('o'));
  expect(waiting).toHaveLength(3);
});

test('row 12: of the codes to reset a password that wait, a stranger drives out only their own', async () => {
  const { email } = await app().verifiedUser();
  await fillCodes(email);
  const ask = (letter: string, address: string) =>
    mailRecovery(app().deps, {
      email,
      client: { address, userAgent: 'x' },
      exchange: { codeChallenge: libraryChallenge(letter), linkTo: app().url },
    });
  for (const letter of 'abcd') await ask(letter, '203.0.113.7');
  await ask('o', '192.0.2.1');
  await ask('o', '192.0.2.1');
  for (const letter of 'efgh') await ask(letter, '203.0.113.7');
  expect(await waitingChallenges(email)).toEqual(['o', 'g', 'h'].map(libraryChallenge));
});
