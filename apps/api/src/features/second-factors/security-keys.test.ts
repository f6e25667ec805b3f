// Security keys as a second factor, with the published session library: each of its calls.
import { listActivities } from '@ballast/contract/activities';
import { getProfile } from '@ballast/contract/profile';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import {
  addKey,
  answerWith,
  askForKey,
  enrolKey,
  openKeyUser,
  showKey,
} from '../../../testing/factors/key-ceremonies.ts';
import { newAuthenticator } from '../../../testing/factors/passkeys.ts';
import { libraryOf } from '../../../testing/session-library.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { factors } from '../../identity/factors/tables.ts';

const app = useTestApp({ env: { LIMITS: 'second_factors_per_address=100000' } });

const claimsOf = async (library: Awaited<ReturnType<typeof libraryOf>>) =>
  decodeJwt((await library.getSession()).data.session?.access_token ?? '');

const textOf = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString();

test('R7: a security key is added, and asked for at the next sign-in', async () => {
  const { email, session } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  const events: string[] = [];
  library.onAuthStateChange((event) => void events.push(event));
  const key = newAuthenticator(app());
  const { factor, data, error } = await addKey(library, key);
  expect(error).toBeNull();
  expect(factor).toEqual({ id: factor.id, type: 'webauthn', friendly_name: 'Security key' });
  expect(data?.user.factors).toMatchObject([{ factor_type: 'webauthn', status: 'verified' }]);
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(await claimsOf(library)).toMatchObject({
    session_id: decodeJwt(session.access_token).session_id,
    aal: 'aal2',
    amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]),
  });
  await app().waitForMail(email, /^A second step was added/);

  const again = await app().signIn(email);
  expect(await failureOf(again.call(getProfile))).toMatchObject({ status: 403, code: 'insufficient_aal' });
  const signingIn = await libraryOf(app(), again.session);
  expect((await signingIn.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factor.id }]);
  expect((await showKey(signingIn, factor.id, key)).error).toBeNull();
  expect(await claimsOf(signingIn)).toMatchObject({ aal: 'aal2' });
  const { data: shown } = await signingIn.getSession();
  await app().callAs(shown.session?.access_token ?? '')(getProfile);
});

test('what the browser is asked for: a key that was not there before, then this key', async () => {
  const { email, session } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  const key = newAuthenticator(app());
  const { factor: first } = await addKey(library, key, 'Blue key');
  const [row] = await app().deps.db.select().from(factors).where(eq(factors.id, first.id));
  const known = { type: 'public-key', transports: ['usb'] };

  const { id } = await enrolKey(library);
  const creating = await askForKey(library, id);
  expect(creating.type).toBe('create');
  expect(creating.expiresAt).toBe(Math.floor(app().now().getTime() / 1000) + 300);
  expect(creating.options).toMatchObject({
    rp: { id: 'portal.localhost', name: app().deps.config.brandName },
    user: { name: email, displayName: 'Mara Okafor' },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: 300_000,
    excludeCredentials: [known],
    authenticatorSelection: {
      authenticatorAttachment: 'cross-platform',
      residentKey: 'discouraged',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    attestation: 'none',
    hints: ['security-key'],
  });
  // The handle is not the account's: a passkey of the account on the same device is not overwritten.
  expect(textOf((creating.options as { user: { id: ArrayBuffer } }).user.id)).toBe(id);

  const requesting = await askForKey(library, first.id);
  expect(requesting.type).toBe('request');
  expect(requesting.options).toMatchObject({
    rpId: 'portal.localhost',
    timeout: 300_000,
    allowCredentials: [known],
    userVerification: 'preferred',
  });
  const [allowed] = (requesting.options as { allowCredentials: { id: ArrayBuffer }[] }).allowCredentials;
  expect(Buffer.from(allowed?.id ?? new ArrayBuffer()).toString('base64url')).toBe(row?.credentialId);
});

test('whichever of the account’s keys is at hand answers, and is the one that was used', async () => {
  const { library, factor } = await openKeyUser(app());
  const spare = newAuthenticator(app());
  const { factor: second } = await addKey(library, spare, 'Spare');
  const challenge = await askForKey(library, factor.id);
  expect(challenge.options).toMatchObject({
    allowCredentials: [{ type: 'public-key' }, { type: 'public-key' }],
  });
  app().skipSeconds(60);
  const { data, error } = await answerWith(
    library,
    factor.id,
    challenge,
    spare.get(challenge.options as never),
  );
  expect(error).toBeNull();
  expect(decodeJwt(data?.access_token ?? '').aal).toBe('aal2');
  const [used] = await app().deps.db.select().from(factors).where(eq(factors.id, second.id));
  expect(used?.lastUsedAt).toEqual(app().now());
  const [unused] = await app().deps.db.select().from(factors).where(eq(factors.id, factor.id));
  expect(unused?.lastUsedAt).not.toEqual(app().now());
});

test('a key without a PIN is enough beside a password', async () => {
  const { session } = await app().verifiedUser();
  const library = await libraryOf(app(), session);
  const key = newAuthenticator(app(), { counts: false });
  const { factor, error } = await addKey(library, key, undefined, { userVerified: false });
  expect(error).toBeNull();
  for (let use = 0; use < 2; use += 1)
    expect((await showKey(library, factor.id, key, { userVerified: false })).error).toBeNull();
});

test('a security key is removed; the log and a mail say so, and the session falls to aal1', async () => {
  const { library, factor, email, call } = await openKeyUser(app());
  const removed = await library.mfa.unenroll({ factorId: factor.id });
  expect(removed).toMatchObject({ data: { id: factor.id }, error: null });
  await app().waitForMail(email, /^A second step was removed/);
  await library.refreshSession();
  expect(await claimsOf(library)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  const entries = await call(listActivities, { query: { category: 'auth' } });
  const logged = entries.map(({ type, description }) => `${type} ${description.split(',')[0]}`);
  expect(logged).toContain('second_factor_added Security key');
  expect(logged).toContain('second_factor_removed Security key');
});
