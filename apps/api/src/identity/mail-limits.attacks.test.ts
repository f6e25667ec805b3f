// Those who would fill a stranger's mailbox.
import { changeEmail, forgotPassword, resendVerificationEmail, signUp } from '@ballast/contract/auth';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf, newAddress, password, startTestApp, useTestApp } from '../../testing/test-app.ts';
import { sendEmailQueue } from '../email/email.ts';

const app = useTestApp();

// What was asked to be mailed, seen where mails are queued.
const queuedTo = (isRecipient: (to: string) => boolean) => {
  const { jobs } = app().deps;
  const { enqueue } = jobs;
  const mails: string[] = [];
  jobs.enqueue = (async (tx, queue, job, options) => {
    if (queue.name === sendEmailQueue.name && isRecipient((job as { to: string }).to))
      mails.push((job as { template: string }).template);
    return enqueue(tx, queue, job, options);
  }) as typeof enqueue;
  onTestFinished(() => {
    jobs.enqueue = enqueue;
  });
  return mails;
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
  await app().deps.throttles.mailPause.set(`change ${newEmail}`, 0, 3600);
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
  const strict = await startTestApp({ env: { TRUST_PROXY: 'on', MAILS_PER_ADDRESS: '1' } });
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
