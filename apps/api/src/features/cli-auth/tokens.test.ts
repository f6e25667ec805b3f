import { listActivities } from '@ballast/contract/activities';
import { resetPassword } from '@ballast/contract/auth/auth';
import { factorLimits } from '@ballast/contract/auth/second-factors';
import {
  cliLimits,
  completeCliAuth,
  createCliToken,
  listDevices,
  logOutCli,
  revokeDevice,
  tokenExpiryHeader,
} from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes } from '@ballast/contract/cli/cli-scopes';
import { createClient } from '@ballast/contract/http/client';
import { getProfile } from '@ballast/contract/profile';
import { eq, inArray, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../testing/cli-login.ts';
import { failureOf, startTestApp, useTestApp } from '../../../testing/test-app.ts';
import { costPerHour } from '../../http/limits/call-limits.ts';
import { cliRequests, cliTokens } from '../../identity/cli/tables.ts';
import { matchesChallenge } from '../../identity/proofs/code-challenge.ts';
import { hashValue, possibleHashes } from '../../secrets/stored-hash.ts';
import { tellTokenExpiries } from './expiry-notices.ts';

const app = useTestApp();
const daySeconds = 24 * 3600;

const inOwnApp = async (body: (own: Awaited<ReturnType<typeof startTestApp>>) => Promise<void>) => {
  const own = await startTestApp();
  try {
    await body(own);
  } finally {
    await own.stop();
  }
};

const wanted = (scopes: CliScope[], expiresInDays = 30, name = 'ci') => ({
  body: { name, scopes, expiresInDays },
});

type Person = Pick<Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>, 'call'>;
const makeToken = async ({ call }: Person, ...options: Parameters<typeof wanted>) => {
  const made = await call(createCliToken, wanted(...options));
  return { ...made, call: app().callAs(made.token) };
};

describe('a token for a machine', () => {
  test('is told once, listed with the devices, mailed to its owner, and works without a first use in minutes', async () => {
    await inOwnApp(async (own) => {
      const person = await own.verifiedUser();
      const made = await person.call(createCliToken, wanted(['faucet', 'read', 'read'], 30, 'build server'));
      const { token, ...listed } = made;
      expect(token).toMatch(/^blst_cli_[0-9A-Za-z]{38}$/);
      expect(listed).toMatchObject({ name: 'build server', kind: 'machine', scopes: ['read', 'faucet'] });
      expect(Date.parse(listed.expiresAt ?? '') - Date.parse(listed.createdAt)).toBe(30 * daySeconds * 1000);
      expect(await person.call(listDevices)).toEqual([listed]);
      const [entry] = await person.call(listActivities, { query: {} });
      expect(entry).toMatchObject({ type: 'cli_token_created', description: 'build server from 127.0.0.1' });
      const mail = await own.waitForMail(person.email, /^A command-line token was created/);
      expect(mail.text).toContain('"build server" works until');
      expect(mail.text).not.toContain(token);

      own.skipSeconds(29 * daySeconds);
      expect((await own.callAs(token)(getProfile)).email).toBe(person.email);
    });
  });

  test('that has expired is refused in words that say so, and is on no list', async () => {
    await inOwnApp(async (own) => {
      const person = await own.verifiedUser();
      const { token } = await person.call(createCliToken, wanted(['read'], 1));
      own.skipSeconds(daySeconds);
      const failure = await failureOf(own.callAs(token)(getProfile));
      expect(failure).toMatchObject({ status: 401, code: 'unauthorized' });
      expect(failure.message).toMatch(/^This token expired on \d{4}-\d\d-\d\d\. /);
      const again = await own.signIn(person.email);
      expect(await again.call(listDevices)).toEqual([]);
    });
  });

  test('says with every answer when it expires, in its last week and not before', async () => {
    await inOwnApp(async (own) => {
      const person = await own.verifiedUser();
      const { token, expiresAt } = await person.call(
        createCliToken,
        wanted(['read'], cliLimits.noticeDays + 1),
      );
      const client = createClient({ portalUrl: own.url, token: () => token });
      const readExpiry = async () => (await client.withHeaders(getProfile)).headers.get(tokenExpiryHeader);
      expect(await readExpiry()).toBe(null);
      own.skipSeconds(daySeconds);
      expect(await readExpiry()).toBe(expiresAt);
    });
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['an address in its name', { name: 'https://evil.example' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['sessions'] }, 'scopes'],
    ['half a day', { expiresInDays: 0.5 }, 'expiresInDays'],
    ['91 days', { expiresInDays: 91 }, 'expiresInDays'],
    ['no end', { expiresInDays: null }, 'expiresInDays'],
  ])('with %s is refused', async (_, wrong, field) => {
    const { call } = await app().verifiedUser();
    const body = { ...wanted(['read']).body, ...wrong } as never;
    const failure = await failureOf(call(createCliToken, { body }));
    expect(failure).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  });

  test('of more than an account may have is refused, however many are asked for at once', async () => {
    const person = await app().verifiedUser();
    // More than an hour allows.
    await app().deps.throttles.of(costPerHour('tokens')).set(person.user.id, -cliLimits.machineTokens, 3600);
    const options = Array.from({ length: cliLimits.machineTokens + 5 }, () =>
      person.call(createCliToken, wanted(['read'])),
    );
    const settled = await Promise.allSettled(options);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(cliLimits.machineTokens);
    expect(await failureOf(person.call(createCliToken, wanted(['read'])))).toMatchObject({ status: 409 });
    expect(await person.call(listDevices)).toHaveLength(cliLimits.machineTokens);
  });

  test('goes with every other one when the password is reset', async () => {
    const person = await app().verifiedUser();
    const { call } = await makeToken(person, ['read']);
    await app().post('/auth/forgot-password', JSON.stringify({ email: person.email }));
    const { access_token = '' } = await app().resetLink(person.email);
    await app().call(resetPassword, { body: { token: access_token, password: 'Another-horse2!' } });
    expect((await failureOf(call(getProfile))).status).toBe(401);
  });
});

describe('a token makes', () => {
  test('no token with a scope that it lacks, one scope at a time', async () => {
    const person = await app().verifiedUser();
    for (const held of cliScopes) {
      const { call } = await makeToken(person, [held]);
      for (const scope of cliScopes.filter((other) => other !== held)) {
        const failure = await failureOf(call(createCliToken, wanted([held, scope])));
        expect(failure).toMatchObject({ status: 403, code: 'scope_missing' });
        expect(failure.body.details).toEqual({ scope });
      }
      expect((await call(createCliToken, wanted([held]))).scopes).toEqual([held]);
    }
  });

  test('no token that lives longer than itself, through however many others', async () => {
    const person = await app().verifiedUser();
    const first = await makeToken(person, ['read'], 10);
    const second = await makeToken(first, ['read'], 10);
    const failure = await failureOf(second.call(createCliToken, wanted(['read'], 11)));
    expect(failure).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(failure.fields.expiresInDays).toContain('At most 10 days are left.');
    // Without a word it would be the longest life.
    const body = { name: 'ci', scopes: ['read'] as CliScope[] };
    expect((await failureOf(second.call(createCliToken, { body }))).status).toBe(422);
  });

  test('others that go when it is revoked, and stay when it logs out', async () => {
    const person = await app().verifiedUser();
    const stolen = await logInCli(app(), person, 'stolen laptop');
    const made = await makeToken(stolen, ['read']);
    const madeByIt = await makeToken(made, ['read']);
    const unrelated = await makeToken(person, ['read']);
    await person.call(revokeDevice, { params: { id: stolen.deviceId } });
    for (const { call } of [stolen, made, madeByIt])
      expect((await failureOf(call(getProfile))).status).toBe(401);
    await unrelated.call(getProfile);

    const laptop = await logInCli(app(), person);
    const revocable = await makeToken(laptop, ['read']);
    await laptop.call(logOutCli);
    await revocable.call(getProfile);
  });

  test('nothing once it is revoked, also in a call that comes at the same moment', async () => {
    const person = await app().verifiedUser();
    const laptop = await logInCli(app(), person);
    await Promise.allSettled([
      laptop.call(createCliToken, wanted(['read'])),
      laptop.call(createCliToken, wanted(['faucet'])),
      person.call(revokeDevice, { params: { id: laptop.deviceId } }),
      laptop.call(createCliToken, wanted(['keys:sandbox'])),
    ]);
    expect(await person.call(listDevices)).toEqual([]);
  });
});

describe('a token revokes', () => {
  test('tokens for machines with its own scopes, and no others', async () => {
    const person = await app().verifiedUser();
    const laptop = await logInCli(app(), person);
    const reader = await makeToken(person, ['read', 'faucet']);
    const keeper = await makeToken(person, ['read', 'keys:sandbox']);
    const wider = await failureOf(reader.call(revokeDevice, { params: { id: keeper.id } }));
    expect(wider).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(wider.body.details).toEqual({ scope: 'keys:sandbox' });
    const device = await failureOf(reader.call(revokeDevice, { params: { id: laptop.deviceId } }));
    expect(device).toMatchObject({ status: 403, code: 'not_for_cli' });
    const narrower = await makeToken(person, ['faucet']);
    await reader.call(revokeDevice, { params: { id: narrower.id } });
    expect((await failureOf(narrower.call(listDevices))).status).toBe(401);
    await keeper.call(getProfile);
  });

  test('nothing of another developer’s', async () => {
    const mine = await makeToken(await app().verifiedUser(), [...cliScopes]);
    const theirs = await makeToken(await app().verifiedUser(), ['read']);
    const failure = await failureOf(mine.call(revokeDevice, { params: { id: theirs.id } }));
    expect(failure.status).toBe(404);
    await theirs.call(getProfile);
  });
});

describe('a device that asks', () => {
  test('for less gets less, for the days that it asked for, and its person sees that first', async () => {
    const person = await app().verifiedUser();
    const options = { scopes: ['faucet', 'read'] as CliScope[], expiresInDays: 7 };
    const { call, scopes, expiresAt } = await logInCli(app(), person, 'mara-laptop', options);
    expect(scopes).toEqual(['read', 'faucet']);
    expect(Date.parse(expiresAt ?? '') - app().now().getTime()).toBeGreaterThan(6 * daySeconds * 1000);
    const failure = await failureOf(call(createCliToken, wanted(['keys:sandbox'], 1)));
    expect(failure.code).toBe('scope_missing');
  });

  test.each([
    ['for production keys wants a fresh session', ['read', 'keys:production'], 403],
    ['for all wants a fresh session', undefined, 403],
    ['for less than production keys does not', ['read', 'keys:sandbox', 'faucet'], 200],
  ] as [string, CliScope[] | undefined, number][])('%s', async (_, scopes, status) => {
    await inOwnApp(async (own) => {
      const person = await own.verifiedUser();
      own.skipSeconds(factorLimits.freshMinutes * 60 + 1);
      const { state } = await startCliLogin(own, 'laptop', scopes ? { scopes } : {});
      const answer = person.call(completeCliAuth, { body: { state } });
      if (status === 200) return void (await answer);
      expect(await failureOf(answer)).toMatchObject({ status: 403, code: 'reauthentication_required' });
    });
  });
});

// Such a version finds a token by this hash and a request by this challenge, and gives both the whole account.
describe('a version before scopes, which may still run beside this one,', () => {
  const findsToken = async (token: string) => {
    const hashes = possibleHashes(app().deps.tokenPepper, 'cli-token', token);
    return (await app().deps.db.$count(cliTokens, inArray(cliTokens.tokenHash, hashes))) > 0;
  };

  test('knows no token that may do less or ends, also after it was used', async () => {
    const person = await app().verifiedUser();
    const limited = [
      (await makeToken(person, ['read'])).token,
      (await makeToken(person, [...cliScopes])).token,
      (await logInCli(app(), person, 'laptop', { scopes: ['read', 'faucet'] })).token,
      (await logInCli(app(), person, 'laptop', { expiresInDays: 7 })).token,
    ];
    for (const token of limited) {
      await app().callAs(token)(getProfile);
      expect(await findsToken(token)).toBe(false);
    }
    const { token } = await logInCli(app(), person, 'laptop');
    await app().callAs(token)(getProfile);
    expect(await findsToken(token)).toBe(true);
  });

  test('answers no request for less', async () => {
    const challengeOf = async (options: Parameters<typeof startCliLogin>[2]) => {
      const login = await startCliLogin(app(), 'laptop', options);
      const [row] = await app().deps.db.select().from(cliRequests).where(eq(cliRequests.state, login.state));
      return matchesChallenge(row?.codeChallenge ?? '', login.codeVerifier);
    };
    expect(await challengeOf({})).toBe(true);
    expect(await challengeOf({ scopes: ['read'] })).toBe(false);
    expect(await challengeOf({ expiresInDays: 7 })).toBe(false);
  });

  test('leaves tokens whose hash becomes today’s when they are used', async () => {
    const person = await app().verifiedUser();
    const { token, id, call } = await makeToken(person, ['read']);
    const { hash: tokenHash } = hashValue(app().deps.tokenPepper, 'cli-token', token);
    await app().deps.db.update(cliTokens).set({ tokenHash }).where(eq(cliTokens.id, id));
    await call(getProfile);
    expect(await findsToken(token)).toBe(false);
    expect((await failureOf(call(createCliToken, wanted(['faucet'], 1)))).code).toBe('scope_missing');
  });
});

test('a week before tokens expire their owner is told by mail, once, and not of those made for a week', async () => {
  await inOwnApp(async (own) => {
    const person = await own.verifiedUser();
    await person.call(createCliToken, wanted(['read'], 30, 'build server'));
    const sendNotices = () => tellTokenExpiries(own.deps);
    await sendNotices();
    own.skipSeconds((30 - cliLimits.noticeDays) * daySeconds);
    const again = await own.signIn(person.email);
    await again.call(createCliToken, wanted(['read'], cliLimits.noticeDays, 'week'));
    await Promise.all([sendNotices(), sendNotices()]);
    await sendNotices();
    const subject = /command-line token.* expires? within 7 days$/;
    const mail = await own.waitForMail(person.email, subject);
    expect(mail.subject).toContain('"build server"');
    const readExpiry = await own.deps.db.select().from(cliTokens).where(isNotNull(cliTokens.expiryToldAt));
    expect(readExpiry.map(({ deviceName }) => deviceName)).toEqual(['build server']);
    const mails = (await own.mails()).filter((sent) => subject.test(sent.subject));
    expect(mails).toHaveLength(1);
  });
});
