// Somebody who knows the password, or has a session, tries to get round the second factor.

import { changeEmail, confirmEmailChange, logIn, resetPassword } from '@ballast/contract/auth/auth';
import {
  challengeFactor,
  createRecoveryCodes,
  removeFactor,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  verifyFactor,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import { getSessionUser } from '@ballast/contract/auth/session';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { endpoints } from '@ballast/contract/endpoints';
import { routeOf } from '@ballast/contract/http/endpoint';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  enrolAuthenticator,
  guardedUser,
  showCode,
  wrongCode,
} from '../../../testing/factors/authenticator.ts';
import { failureOf, newAddress, password, useTestApp } from '../../../testing/test-app.ts';
import { factors } from '../../identity/factors/tables.ts';
import { users } from '../../identity/tables.ts';
import { mailPause } from '../../identity/throttling/limits.ts';

const app = useTestApp({ env: { LIMITS: 'second_factors_per_address=100000' } });
const wrong = { status: 422, code: 'mfa_verification_failed' };
const needed = { status: 403, code: 'insufficient_aal' };

test('a code that was read over a shoulder is worth nothing after its use', async () => {
  const { email, call, factor } = await guardedUser(app());
  const code = factor.nextCode();
  await showCode(call, factor.id, code);
  const thief = await app().signIn(email);
  expect(await failureOf(showCode(thief.call, factor.id, code))).toMatchObject(wrong);
  expect(await failureOf(thief.call(getProfile))).toMatchObject(needed);
});

test('of many who send one code at once one gets in', async () => {
  const { email, factor } = await guardedUser(app());
  const thieves = [];
  for (let i = 0; i < 4; i += 1) thieves.push(await app().signIn(email));
  const challenged = await Promise.all(
    thieves.map(async ({ call }) => ({
      call,
      challenge: await call(challengeFactor, { params: { id: factor.id }, body: {} }),
    })),
  );
  const code = factor.nextCode();
  const answers = await Promise.allSettled(
    challenged.map(({ call, challenge }) =>
      call(verifyFactor, { params: { id: factor.id }, body: { challenge_id: challenge.id, code } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('of many who send one recovery code at once one gets in', async () => {
  const { call } = await guardedUser(app());
  const { codes } = await call(createRecoveryCodes, { body: {} });
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => call(verifyRecoveryCode, { body: { code: codes[0] } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await failureOf(call(verifyRecoveryCode, { body: { code: codes[0] } }))).code).toBe(wrong.code);
});

test('guesses at once count like guesses one after the other', async () => {
  const { call, factor } = await guardedUser(app());
  const { id } = await call(challengeFactor, { params: { id: factor.id }, body: {} });
  const guess = () =>
    failureOf(
      call(verifyFactor, { params: { id: factor.id }, body: { challenge_id: id, code: wrongCode(factor) } }),
    );
  const refusals = await Promise.all(Array.from({ length: 12 }, guess));
  expect(refusals.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(refusals.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('guesses at all factors together lock the account for an hour, and the owner is told', async () => {
  const { call: first, email, factor } = await guardedUser(app());
  const ids = [factor];
  let call = first;
  for (const name of ['Second', 'Third', 'Fourth']) {
    const more = await enrolAuthenticator(app(), call, name);
    call = app().callAs((await showCode(call, more.id, more.code())).access_token);
    ids.push(more);
  }
  const { codes } = await call(createRecoveryCodes, { body: {} });
  for (const each of ids)
    for (let i = 0; i < 4; i += 1) await failureOf(showCode(call, each.id, wrongCode(each)));
  for (let i = 0; i < 3; i += 1) await failureOf(call(verifyRecoveryCode, { body: { code: 'abcdefghjk' } }));
  // The next one is the twentieth, whichever factor it is tried with.
  await showCode(call, factor.id, factor.nextCode());
  await failureOf(showCode(call, factor.id, wrongCode(factor)));
  await app().waitForMail(email, /^Failed sign-in attempts/);
  app().skipSeconds(59 * 60);
  for (const each of ids)
    expect(await failureOf(showCode(call, each.id, each.code()))).toMatchObject({ status: 429 });
  expect(await failureOf(call(verifyRecoveryCode, { body: { code: codes[0] } }))).toMatchObject({
    code: 'mfa_recovery_codes_locked',
  });
  app().skipSeconds(60);
  const later = app().callAs((await showCode(call, factor.id, factor.nextCode())).access_token);
  // Within the same day each further one locks again, without another mail.
  await failureOf(showCode(later, factor.id, wrongCode(factor)));
  app().skipSeconds(30 * 60);
  expect(await failureOf(showCode(later, factor.id, factor.nextCode()))).toMatchObject({ status: 429 });
  const notices = (await app().mails()).filter(
    ({ to, subject }) => to === email && /^Failed sign-in attempts/.test(subject),
  );
  expect(notices).toHaveLength(1);
});

test('an owner whose factors somebody keeps locked is told every day', async () => {
  const { email, factor } = await guardedUser(app());
  const guess = async () => {
    const { call } = await app().signIn(email);
    await failureOf(showCode(call, factor.id, wrongCode(factor)));
  };
  const notices = async () =>
    (await app().mails()).filter(
      ({ to, subject }) => to === email && /^Failed sign-in attempts/.test(subject),
    ).length;
  // One guess an hour, for two days.
  for (let hour = 0; hour < 48; hour += 1) {
    await guess();
    app().skipSeconds(3600);
  }
  await app().waitForMail(email, /^Failed sign-in attempts/, 2);
  expect(await notices()).toBe(2);
});

test('a session that has not shown the factor removes nothing and adds nothing', async () => {
  const { email, call, factor } = await guardedUser(app());
  await call(createRecoveryCodes, { body: {} });
  const thief = await app().signIn(email);
  for (const attempt of [
    () => thief.call(removeFactor, { params: { id: factor.id } }),
    () => thief.call(removeRecoveryCodes),
    () => thief.call(replaceRecoveryCodes),
    () => thief.call(createRecoveryCodes, { body: {} }),
    () => enrolAuthenticator(app(), thief.call),
    () => thief.call(changeEmail, { body: { newEmail: newAddress('thief') } }),
  ])
    expect(await failureOf(attempt())).toMatchObject(needed);
  expect((await thief.call(getSessionUser)).factors).toHaveLength(2);
});

test('R10: an account with a factor opens nothing but R10’s calls to a session that has not shown it', async () => {
  const { email } = await guardedUser(app());
  const thief = await app().signIn(email);
  const callWith = async (endpoint: (typeof endpoints)[number]) => {
    const answer = await fetch(`${app().url}${routeOf(endpoint).replace(/:\w+/g, crypto.randomUUID())}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${thief.session.access_token}` },
    });
    return { status: answer.status, ...((await answer.json()) as { code: string }) };
  };
  const ofSessions = endpoints.filter(({ auth }) => /session|signed-in|verified/.test(auth));
  for (const endpoint of ofSessions.filter(({ beforeSecondFactor }) => !beforeSecondFactor))
    expect(await callWith(endpoint), `${endpoint.method} ${endpoint.path}`).toMatchObject(needed);
  const allowed = ofSessions.filter(({ beforeSecondFactor }) => beforeSecondFactor);
  expect(allowed.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /auth/v1/factors/recovery-codes',
    'GET /auth/v1/user',
    'POST /auth/logout',
    'POST /auth/v1/factors/:id/challenge',
    'POST /auth/v1/factors/:id/verify',
    'POST /auth/v1/factors/recovery-codes/verify',
    'POST /auth/v1/logout',
  ]);
});

test('a factor that a thief began to add is gone once the owner has one', async () => {
  const { email, call } = await app().verifiedUser();
  const thief = await app().signIn(email);
  const theirs = await enrolAuthenticator(app(), thief.call, 'Thief');
  const challenge = await thief.call(challengeFactor, { params: { id: theirs.id }, body: {} });
  const now = app().now();
  // The owner's is of another kind, so that it does not take the place of the thief's.
  const { user } = await app().signIn(email);
  const [own] = await app()
    .deps.db.insert(factors)
    .values({
      userId: user.id,
      type: 'webauthn',
      status: 'verified',
      name: 'Key',
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  const body = { challenge_id: challenge.id, code: theirs.code() };
  expect(await failureOf(thief.call(verifyFactor, { params: { id: theirs.id }, body }))).toMatchObject(
    needed,
  );
  await app()
    .deps.db.delete(factors)
    .where(eq(factors.id, own?.id ?? ''));
  const mine = await enrolAuthenticator(app(), call, 'Mine');
  await showCode(call, mine.id, mine.code());
  expect((await failureOf(thief.call(verifyFactor, { params: { id: theirs.id }, body }))).status).toBe(403);
});

test('a challenge of another session, of another factor or of another account opens nothing', async () => {
  const { email, call, factor } = await guardedUser(app());
  const more = await enrolAuthenticator(app(), call, 'Tablet');
  await showCode(call, more.id, more.code());
  const thief = await app().signIn(email);
  const stranger = await guardedUser(app());
  const ask = (by: typeof call, id: string) => by(challengeFactor, { params: { id }, body: {} });
  const unknown = { status: 422, code: 'mfa_factor_not_found' };
  const answer = (challenge_id: string) =>
    failureOf(
      thief.call(verifyFactor, {
        params: { id: factor.id },
        body: { challenge_id, code: factor.nextCode() },
      }),
    );
  expect(await answer((await ask(call, factor.id)).id)).toMatchObject(unknown);
  expect(await answer((await ask(thief.call, more.id)).id)).toMatchObject(unknown);
  expect(await answer((await ask(stranger.call, stranger.factor.id)).id)).toMatchObject(unknown);
  expect(await failureOf(ask(stranger.call, factor.id))).toMatchObject({ status: 404 });
});

test('what was begun before the account had a factor ends with it', async () => {
  const { email, call } = await app().verifiedUser();
  const thief = await app().signIn(email);
  const newEmail = newAddress('thief');
  await thief.call(changeEmail, { body: { newEmail } });
  const mail = await app().waitForMail(newEmail, /^Confirm your new email/);
  const token = new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
  const factor = await enrolAuthenticator(app(), call);
  const session = await showCode(call, factor.id, factor.code());
  expect(await failureOf(app().call(confirmEmailChange, { body: { token, password } }))).toMatchObject({
    code: 'link_invalid',
  });
  // A link of later wants a session that has shown it; the password is not enough.
  const owner = app().callAs(session.access_token);
  await app()
    .deps.throttles.of(mailPause)
    .delete(`change ${(await owner(getSessionUser)).id}`);
  const moved = newAddress('moved');
  await owner(changeEmail, { body: { newEmail: moved } });
  const next = await app().waitForMail(moved, /^Confirm your new email/);
  const proof = new URL(next.links[0] ?? '').searchParams.get('token') ?? '';
  expect(await failureOf(app().call(confirmEmailChange, { body: { token: proof, password } }))).toMatchObject(
    {
      code: 'proof_needed',
    },
  );
  await owner(confirmEmailChange, { body: { token: proof } });
});

test('a stranger’s factor on an account that they signed up for ends with the link in the mail that told of it', async () => {
  const { email, user } = await guardedUser(app());
  await app().deps.db.update(users).set({ passwordProvenAt: null }).where(eq(users.id, user.id));
  const { links } = await app().waitForMail(email, /^A second step was added/);
  const link = links.find((each) => each.includes('/auth/this-was-not-me?')) ?? '';
  const notMe = new URL(link).searchParams.get('token') ?? '';
  expect(await app().call(thisWasNotMe, { body: { token: notMe } })).toMatchObject({ mailedTo: email });
  const { access_token: token = '' } = await app().resetLink(email);
  await app().call(resetPassword, { body: { token, password: 'Brand-new-pass1!' } });
  const { session } = await app().call(logIn, { body: { email, password: 'Brand-new-pass1!' } });
  const owner = { call: app().callAs(session?.access_token ?? '') };
  await owner.call(getProfile);
  expect((await owner.call(getSessionUser)).factors).toEqual([]);
});
