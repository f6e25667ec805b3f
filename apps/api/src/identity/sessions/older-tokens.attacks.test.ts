// Somebody holds a copy of a session's tokens from before its owner proved who they are. They may know the password, and have
// sent the session to the owner in a link. The copy gains nothing: proofs count for tokens that were issued after them.

import { changeEmail, forgotPassword, resetPassword } from '@ballast/contract/auth/auth';
import {
  createRecoveryCodes,
  enrolFactor,
  removeFactor,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import {
  getSessionUser,
  issueToken,
  reauthenticate,
  updateSessionUser,
} from '@ballast/contract/auth/session';
import { getProfile } from '@ballast/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { enrolAuthenticator, guardedUser, showCode } from '../../../testing/factors/authenticator.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../testing/test-app.ts';

const started = useProviderApp({ LIMITS: 'second_factors_per_address=1000' });
const app = () => started().app;

const stale = 15 * 60 + 1;
const update = (body: Record<string, string>) => ({ query: {}, body });
const refresh = (refresh_token: string) =>
  app().call(issueToken, { query: { grant_type: 'refresh_token' }, body: { refresh_token } });
const codeOf = async (refused: Promise<unknown>) => (await failureOf(refused)).code;
const aalOf = (token: string) => decodeJwt(token).aal;

// The owner's next code is shown in a session that somebody else began with the password.
const sharedSession = async () => {
  const owner = await guardedUser(app());
  const code = owner.factor.nextCode();
  const { session } = await app().signIn(owner.email);
  const show = () => showCode(app().callAs(session.access_token), owner.factor.id, code);
  return { owner, copy: session, show };
};

test('an access token from before the second factor stays at the first level', async () => {
  const { copy, show } = await sharedSession();
  // The clock does not move: the copy, the proof and the new token are of the same moment.
  const shown = await show();
  await app().callAs(shown.access_token)(getProfile);
  await app().callAs(shown.access_token)(enrolFactor, { body: { factor_type: 'totp' } });

  const thief = app().callAs(copy.access_token);
  expect(await codeOf(thief(getProfile))).toBe('insufficient_aal');
  expect(await codeOf(thief(enrolFactor, { body: { factor_type: 'totp' } }))).toBe('insufficient_aal');
  expect(await codeOf(thief(createRecoveryCodes, { body: {} }))).toBe('insufficient_aal');
  expect(await codeOf(thief(changeEmail, { body: { newEmail: newAddress() } }))).toBe('insufficient_aal');
  expect((await thief(getSessionUser)).id).toBe(copy.user.id);
});

test('a refresh token from before the second factor becomes no session of the second level', async () => {
  const { copy, show } = await sharedSession();
  await show();
  expect(await codeOf(refresh(copy.refresh_token))).toBe('refresh_token_already_used');

  // The owner's own browser refreshed a moment before, so the copy is the token whose answer may have been lost.
  const second = await sharedSession();
  const renewed = await refresh(second.copy.refresh_token);
  await second.show();
  for (const old of [second.copy, renewed])
    expect(['refresh_token_already_used', 'refresh_token_not_found']).toContain(
      await codeOf(refresh(old.refresh_token)),
    );
});

test('a copy that refreshes at the moment of the proof stays at the first level', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { copy, show } = await sharedSession();
    const refreshed = () => refresh(copy.refresh_token).catch(() => null);
    const [early, , late] = await Promise.all([refreshed(), show().catch(() => null), refreshed()]);
    for (const gained of [early, late]) {
      if (!gained) continue;
      expect(aalOf(gained.access_token)).toBe('aal1');
      expect(['insufficient_aal', 'unauthorized']).toContain(
        await codeOf(app().callAs(gained.access_token)(getProfile)),
      );
    }
  }
});

test('a recovery code lifts no token from before it', async () => {
  const { call, email } = await guardedUser(app());
  const { codes } = await call(createRecoveryCodes, { body: {} });
  const { session } = await app().signIn(email);
  const copy = app().callAs(session.access_token);
  const shown = await copy(verifyRecoveryCode, { body: { code: codes[0] } });
  await app().callAs(shown.access_token)(getProfile);
  expect(await codeOf(copy(getProfile))).toBe('insufficient_aal');
});

test('the link of a reset gains nothing by the factor that was shown in its session', async () => {
  const { email, factor } = await guardedUser(app());
  await app().call(forgotPassword, { body: { email } });
  const { access_token: token = '' } = await app().resetLink(email);
  const shown = await showCode(app().callAs(token), factor.id, factor.nextCode());
  const reset = (link: string) =>
    app().call(resetPassword, { body: { token: link, password: 'Second-pass1!' } });
  expect(await codeOf(reset(token))).toBe('insufficient_aal');
  await reset(shown.access_token);
});

const wantsProof = (token: string) =>
  codeOf(app().callAs(token)(changeEmail, { body: { newEmail: newAddress() } }));
const required = 'reauthentication_required';

test('a token keeps the level that it had when the factor is shown again, and becomes no fresher', async () => {
  const { call, session, factor } = await guardedUser(app());
  app().skipSeconds(stale);
  const shown = await showCode(call, factor.id, factor.nextCode());
  await app().callAs(shown.access_token)(changeEmail, { body: { newEmail: newAddress() } });

  await call(getProfile);
  expect(await wantsProof(session.access_token)).toBe(required);
  // The password is no proof here, and brings no token that would count the owner's.
  const answer = await call(updateSessionUser, update({ current_password: password }));
  expect(answer.session).toBeUndefined();
  expect(
    await codeOf(call(updateSessionUser, update({ password: 'Second-pass1!', current_password: password }))),
  ).toBe(required);
});

test('a token proven by one app does not count the other app, once the first is removed', async () => {
  const { call, factor } = await guardedUser(app());
  const other = await enrolAuthenticator(app(), call, 'Another phone');
  const shown = await showCode(call, other.id, other.nextCode());
  await app().callAs(shown.access_token)(removeFactor, { params: { id: factor.id } });
  expect(await codeOf(call(getProfile))).toBe('insufficient_aal');
  await app().callAs(shown.access_token)(getProfile);
});

test('a password that is shown again makes the answer’s own token fresh, and no other', async () => {
  const { call, session } = await app().verifiedUser();
  app().skipSeconds(stale);
  const { session: proven } = await call(updateSessionUser, update({ current_password: password }));
  expect(await wantsProof(session.access_token)).toBe(required);
  const refreshed = await refresh(session.refresh_token);
  expect(await wantsProof(refreshed.access_token)).toBe(required);
  expect(await wantsProof((await refresh(refreshed.refresh_token)).access_token)).toBe(required);
  // The session library's own call does not look for what the session was shown meanwhile.
  expect(await codeOf(call(updateSessionUser, update({ password: 'Second-pass1!' })))).toBe(required);

  const fresh = app().callAs(proven?.access_token ?? '');
  await fresh(changeEmail, { body: { newEmail: newAddress() } });
  expect(decodeJwt(proven?.access_token ?? '').session_id).toBe(decodeJwt(session.access_token).session_id);
});

test('a sign-in stays fresh for its tokens when the password is shown again meanwhile', async () => {
  const { call, session } = await app().verifiedUser();
  app().skipSeconds(60);
  await call(updateSessionUser, update({ current_password: password }));
  await call(changeEmail, { body: { newEmail: newAddress() } });
  const { access_token } = await refresh(session.refresh_token);
  expect(decodeJwt(access_token).amr).toEqual(decodeJwt(session.access_token).amr);
  app().skipSeconds(stale - 60);
  expect(await wantsProof(access_token)).toBe(required);
});

test('a mailed code makes the answer’s own token fresh, and no other', async () => {
  const { body } = await started().signInWith('github', newPerson());
  if (!body.session) throw new Error('no session');
  const { access_token, refresh_token } = body.session;
  const call = app().callAs(access_token);
  app().skipSeconds(stale);
  await call(reauthenticate);
  const { text } = await app().waitForMail(body.user.email, /confirmation code$/);
  const nonce = /^\d{6}$/m.exec(text)?.[0] ?? '';
  const { session: proven } = await call(updateSessionUser, update({ nonce }));
  expect(await wantsProof(access_token)).toBe(required);
  expect(await wantsProof((await refresh(refresh_token)).access_token)).toBe(required);
  await app().callAs(proven?.access_token ?? '')(changeEmail, { body: { newEmail: newAddress() } });
});
