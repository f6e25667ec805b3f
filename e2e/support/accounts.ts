// Developers of the portal under test, made through its API for tests whose subject comes after sign-up.
import * as harness from '@ballast/harness/developer';
import * as mailbox from '@ballast/harness/mailbox';
import { expect, type Page } from '@playwright/test';
import { portalUrl } from './portals/portal-under-test.ts';

export type Account = harness.Developer;
type Person = Parameters<typeof harness.newDeveloper>[1];
export const { password, newEmail } = harness;

export const signUpUnverified = (person?: Person) => harness.signUpUnverified(portalUrl, person);
export const logInAs = (email: string) => harness.signInDeveloper(portalUrl, email);
export const verifyByLink = (email: string) => harness.verifyByMail(portalUrl, email);
export const verifiedAccount = (person?: Person) => harness.newDeveloper(portalUrl, person);

let shared: Promise<Account> | undefined;
// One for all tests of a worker that only look: they change nothing of it and do not sign it out.
export const sharedAccount = () => {
  shared ??= verifiedAccount();
  return shared;
};

export const mailsTo = (email: string) => mailbox.mailsTo(portalUrl, email);
export const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
export const verificationLinkTo = (email: string) =>
  mailbox.mailedLink(portalUrl, email, '/verify-email?token=');
export const resetLinkTo = (email: string) => mailbox.mailedLink(portalUrl, email, '/reset-password#');
export const notMeLinkTo = (email: string, count: number) =>
  mailbox.mailedLink(portalUrl, email, '/auth/this-was-not-me?', count);
export const keepLinkTo = (email: string) => mailbox.mailedLink(portalUrl, email, '/auth/keep-account?');
export const emailChangeLinkTo = (email: string) => mailbox.mailedLink(portalUrl, email, 'type=email_change');

// Puts a session where the portal finds it at its next start, as signing in would have done.
export const storeSession = async (page: Page, { user, session }: Pick<Account, 'user' | 'session'>) => {
  await page.goto('/robots.txt');
  await page.evaluate(
    ({ user, session }) => {
      localStorage.setItem('keptSession', JSON.stringify(session));
      localStorage.setItem('userData', JSON.stringify(user));
      localStorage.setItem('authMethod', user.authMethod);
      localStorage.setItem('userEmail', user.email);
      localStorage.setItem('authToken', session.access_token);
    },
    { user, session },
  );
};

export const openDashboard = async (page: Page, account?: Account) => {
  const opened = account ?? (await verifiedAccount());
  await storeSession(page, opened);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible();
  return opened;
};
