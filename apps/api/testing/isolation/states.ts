// People whose accounts are in a state of their own, beside the owner and the other developer. Each has an account that no
// other caller uses, because what one of them does may end sessions.

import { deleteAccount } from '@ballast/contract/auth/leaving';
import { createRecoveryCodes } from '@ballast/contract/auth/second-factor-calls';
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes } from '@ballast/contract/cli/cli-scopes';
import type { Call } from '@ballast/contract/http/client';
import { eq } from 'drizzle-orm';
import { users } from '../../src/identity/tables.ts';
import { logInCli } from '../cli-login.ts';
import { guardedUser } from '../factors/authenticator.ts';
import { openDevProvider } from '../servers/dev-provider.ts';
import { newAddress, type TestApp } from '../test-app.ts';
import { newName, newSandboxKey, type World } from './world.ts';

export const openProviderOnly = async (app: TestApp, email = newAddress('provider-only')) => {
  const typed = { name: 'Noor Haddad', email, username: email.split('@')[0] ?? '', email_verified: 'yes' };
  const { body } = await openDevProvider(() => app).signInAs('github', typed);
  if (!body.session) throw new Error(`no session: ${JSON.stringify(body)}`);
  return { email, user: body.user, session: body.session };
};

// The password was shown, and the code of the app is still due.
const openFactorOwed = async (app: TestApp) => app.signIn((await guardedUser(app)).email);

export const openFactorShown = async (app: TestApp) => {
  const person = await guardedUser(app);
  await person.call(createRecoveryCodes, { body: {} });
  return person;
};

// What they have was made before the account was closed.
const openEquipped = async (app: TestApp, name: string) => {
  const person = await app.verifiedUser(newAddress(name));
  const device = await logInCli(app, person);
  return { ...person, cliToken: device.token, key: (await newSandboxKey(person.call)).key };
};

const openLeaving = async (app: TestApp) => {
  const person = await openEquipped(app, 'leaving');
  await person.call(deleteAccount, { body: { email: person.email } });
  return person;
};

// With SQL, so that nothing but the suspension itself stops anything.
const openSuspended = async (app: TestApp) => {
  const person = await openEquipped(app, 'suspended');
  const change = { suspendedAt: app.now(), suspendedReason: 'abuse' };
  await app.deps.db.update(users).set(change).where(eq(users.id, person.user.id));
  return person;
};

// It has this scope alone, and lives longer than what the matrix makes with it.
export const openScopedToken = async (call: Call, scope: CliScope) =>
  (await call(createCliToken, { body: { name: newName(), scopes: [scope], expiresInDays: 60 } })).token;

const openScopedTokens = async (call: Call) => {
  const made = cliScopes.map(async (scope) => [scope, await openScopedToken(call, scope)] as const);
  return Object.fromEntries(await Promise.all(made)) as Record<CliScope, string>;
};

export const openStates = async ({ app, owner }: World) => ({
  scopedTokens: await openScopedTokens(owner.call),
  providerOnly: await openProviderOnly(app),
  factorOwed: await openFactorOwed(app),
  factorShown: await openFactorShown(app),
  leaving: await openLeaving(app),
  suspended: await openSuspended(app),
});
