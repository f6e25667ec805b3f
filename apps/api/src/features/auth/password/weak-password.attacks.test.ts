// A password that everybody guesses first is refused wherever one can be set, or taken with a warning.

import { authMessages, forgotPassword, logIn, resetPassword, signUp } from '@ballast/contract/auth/auth';
import { checkPassword } from '@ballast/contract/auth/check-password';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { productionSettings } from '../../../../testing/production-settings.ts';
import {
  type BreachService,
  prefixOf,
  startBreachService,
} from '../../../../testing/servers/breach-service.ts';
import { libraryOf, openLibrary } from '../../../../testing/session-library.ts';
import { failureOf, newAddress, password, startTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { users } from '../../../identity/tables.ts';
import { readConfig } from '../../../runtime/settings/config.ts';

const common = 'Password1!';
const breached = 'Winter-harbour7!';
const rare = 'Lantern-harbour4!';
const freshSeconds = 15 * 60;

let service: BreachService;
let refusing: TestApp;
let warning: TestApp;
beforeAll(async () => {
  service = await startBreachService();
  service.knows(breached);
  const env = {
    BREACHED_PASSWORDS_URL: service.url,
    TIMEOUTS_MS: 'breached_passwords=60000',
    LIMITS: 'password_checks_per_address=20',
    TRUST_PROXY: 'on',
  };
  refusing = await startTestApp({ env: { ...env, COMMON_PASSWORDS: 'refuse' } });
  warning = await startTestApp({ env });
});
afterEach(() => service.answers(null));
afterAll(async () => {
  await refusing?.stop();
  await warning?.stop();
  await service?.stop();
});

type Choose = (password: string) => Promise<unknown>;

const orThrow = async (answer: Promise<{ error: unknown }>) => {
  const { error } = await answer;
  if (error) throw error;
};

const newAccount = (email: string, chosen: string) => ({
  body: { email, password: chosen, fullName: 'Mara Okafor', authMethod: 'EMAIL' as const },
});

const resetLinkOf = async (app: TestApp) => {
  const { email } = await app.verifiedUser();
  await app.call(forgotPassword, { body: { email } });
  const { access_token = '', refresh_token = '' } = await app.resetLink(email);
  return { access_token, refresh_token };
};

// Each is told in the words of the portal's own calls, or in those of the session library.
const portalWays: [string, (app: TestApp) => Promise<Choose>][] = [
  [
    'a sign-up',
    async (app) => {
      const email = newAddress();
      return (chosen) => app.call(signUp, newAccount(email, chosen));
    },
  ],
  [
    'a sign-up for an address that has an account',
    async (app) => {
      const { email } = await app.verifiedUser();
      return (chosen) => app.call(signUp, newAccount(email, chosen));
    },
  ],
  [
    'a reset',
    async (app) => {
      const { access_token: token } = await resetLinkOf(app);
      return (chosen) => app.call(resetPassword, { body: { token, password: chosen } });
    },
  ],
];

const libraryWays: typeof portalWays = [
  [
    'a sign-up by the session library',
    async (app) => {
      const email = newAddress();
      return (chosen) => orThrow(openLibrary(app).signUp({ email, password: chosen }));
    },
  ],
  [
    'a change with the current password',
    async (app) => {
      const library = await libraryOf(app, (await app.verifiedUser()).session);
      return (chosen) => orThrow(library.updateUser({ password: chosen, current_password: password }));
    },
  ],
  [
    'a change with a mailed code',
    async (app) => {
      const { email, session } = await app.verifiedUser();
      const library = await libraryOf(app, session);
      app.skipSeconds(freshSeconds + 1);
      await orThrow(library.reauthenticate());
      const { text } = await app.waitForMail(email, /confirmation code$/);
      const nonce = /^\d{6}$/m.exec(text)?.[0] ?? '';
      // A password that is refused spends no code.
      return (chosen) => orThrow(library.updateUser({ password: chosen, nonce }));
    },
  ],
  [
    'a first password',
    async (app) => {
      const { session, user } = await app.verifiedUser();
      const library = await libraryOf(app, session);
      await app.deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
      return (chosen) => orThrow(library.updateUser({ password: chosen }));
    },
  ],
  [
    'a reset by the session library',
    async (app) => {
      const library = await libraryOf(app, await resetLinkOf(app));
      return (chosen) => orThrow(library.updateUser({ password: chosen }));
    },
  ],
];

const { passwordCommon, passwordBreached, passwordRule } = authMessages;

describe('an installation that refuses common passwords', () => {
  const refusal = { status: 422, code: 'weak_password' };

  test.each(portalWays)('%s is refused at its field, and can be made again', async (_, prepare) => {
    const choose = await prepare(refusing);
    for (const [chosen, message] of [
      [common, passwordCommon],
      [breached, passwordBreached],
    ] as const)
      expect(await failureOf(choose(chosen))).toMatchObject({
        ...refusal,
        message,
        fields: { password: message },
      });
    await choose(rare);
  });

  test.each(libraryWays)('%s is refused in the words of the library', async (_, prepare) => {
    const choose = await prepare(refusing);
    for (const [chosen, message] of [
      [common, passwordCommon],
      [breached, passwordBreached],
    ] as const)
      expect(await failureOf(choose(chosen))).toMatchObject({
        ...refusal,
        message,
        name: 'AuthWeakPasswordError',
        reasons: ['pwned'],
      });
    await choose(rare);
  });

  test('a sign-up with a common password makes no account', async () => {
    const email = newAddress();
    await failureOf(refusing.call(signUp, newAccount(email, common)));
    expect(await failureOf(refusing.call(logIn, { body: { email, password: common } }))).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  test('the name of the portal is no password', async () => {
    const failure = await failureOf(refusing.call(signUp, newAccount(newAddress(), 'Ballast2026!')));
    expect(failure).toMatchObject({ ...refusal, message: passwordCommon });
  });

  test('the rule of the specification comes first, and the service is not asked', async () => {
    const requests = service.requests.length;
    const { fields } = await failureOf(refusing.call(signUp, newAccount(newAddress(), 'password')));
    expect(fields).toEqual({ password: passwordRule });
    const signedUp = openLibrary(refusing).signUp({ email: newAddress(), password: 'password' });
    expect((await signedUp).error).toMatchObject({ message: passwordRule, reasons: ['characters'] });
    expect(service.requests.length).toBe(requests);
  });

  test('without an answer from the service the embedded list counts alone', async () => {
    service.answers('an error');
    await refusing.call(signUp, newAccount(newAddress(), breached));
    const failure = await failureOf(refusing.call(signUp, newAccount(newAddress(), common)));
    expect(failure).toMatchObject({ ...refusal, message: passwordCommon });
    expect(readPortalLogs()).toContain('the service of breached passwords gave no answer');
    expect(readPortalLogs()).not.toContain(breached);
    expect(readPortalLogs()).not.toContain(`/${prefixOf(breached)}`);
    expect(await refusing.deps.metrics.registry.metrics()).toContain(
      'ballast_breached_password_checks_total{outcome="failed"} 1',
    );
  });

  test('whoever asks first is told the same', async () => {
    const warningOf = async (chosen: string) =>
      (await refusing.call(checkPassword, { body: { password: chosen } })).warning;
    expect([await warningOf(common), await warningOf(breached), await warningOf(rare)]).toEqual([
      passwordCommon,
      passwordBreached,
      null,
    ]);
  });
});

describe('an installation that warns of common passwords', () => {
  test.each([...portalWays, ...libraryWays])('%s takes one', async (_, prepare) => {
    const choose = await prepare(warning);
    const requests = service.requests.length;
    await choose(common);
    // Nobody would hear what the service says.
    expect(service.requests.length).toBe(requests);
  });

  test('a form asks what to say, after the rule of the specification', async () => {
    const check = (chosen: string) => warning.call(checkPassword, { body: { password: chosen } });
    expect(await check(common)).toEqual({ warning: authMessages.passwordCommonTaken });
    expect(await check(breached)).toEqual({ warning: authMessages.passwordBreachedTaken });
    expect(await check(rare)).toEqual({ warning: null });
    expect((await failureOf(check('password'))).fields).toEqual({ password: passwordRule });
    service.answers('garbage');
    expect(await check(breached)).toEqual({ warning: null });
  });

  test('one network may ask so often and no more, and then nothing is passed on', async () => {
    const check = () =>
      warning.post(checkPassword.path, JSON.stringify({ password: rare }), {
        'x-forwarded-for': '203.0.113.9',
      });
    const requests = service.requests.length;
    for (let i = 0; i < 20; i += 1) expect((await check()).status).toBe(200);
    const refused = await check();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(service.requests.length).toBe(requests + 20);
  });
});

test('production refuses common passwords unless it is told to warn', () => {
  const modeOf = (env: Record<string, string>) => readConfig(env).commonPasswords;
  expect(modeOf(productionSettings)).toBe('refuse');
  expect(modeOf({ ...productionSettings, COMMON_PASSWORDS: 'warn' })).toBe('warn');
  expect(modeOf({})).toBe('warn');
});

test('the service is asked over https, at a plain address', () => {
  const urlOf = (url: string) => () => readConfig({ BREACHED_PASSWORDS_URL: url }).breachedPasswords?.url;
  expect(urlOf('https://api.breaches.example/range/')()).toBe('https://api.breaches.example/range');
  expect(urlOf('http://breaches.example/range')).toThrow('BREACHED_PASSWORDS_URL must be an https address');
  for (const url of ['https://me:pw@breaches.example', 'https://breaches.example/range?key=1'])
    expect(urlOf(url)).toThrow('must be an address without user, query and fragment');
  expect(() => readConfig({ COMMON_PASSWORDS: 'on' })).toThrow('COMMON_PASSWORDS must be refuse or warn');
});
