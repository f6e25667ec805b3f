// Accounts made through the API, for tests whose subject comes after sign-up.
import { randomUUID } from 'node:crypto';
import { logIn, signUp, verifyEmail } from '@ballast/contract/auth';
import { createClient } from '@ballast/contract/client';
import type { User } from '@ballast/contract/profile';
import type { Session } from '@ballast/contract/session';
import { expect, type Page } from '@playwright/test';

type Mail = { to: string; subject: string; text: string; links: string[]; sentAt: string };
export type Account = { email: string; user: User; session: Session };

export const password = 'Northwind-26!';
export const newEmail = () => `mara-${randomUUID().slice(0, 13)}@northwind.example`;

const portal = `http://127.0.0.1:${process.env.E2E_PORT}`;
const call = createClient({ portalUrl: portal });

export const mailsTo = async (email: string): Promise<Mail[]> => {
  const response = await fetch(`${portal}/dev/mailbox.json`);
  const mails: Mail[] = await response.json();
  return mails.filter((mail) => mail.to === email);
};

const mailTo = async (email: string, count = 1): Promise<Mail> => {
  await expect.poll(async () => (await mailsTo(email)).length).toBe(count);
  const [newest] = await mailsTo(email);
  if (!newest) throw new Error(`No mail to ${email}`);
  return newest;
};

export const verificationLinkTo = async (email: string, count = 1) => {
  const { links } = await mailTo(email, count);
  const link = links.find((address) => address.includes('/verify-email?token='));
  if (!link) throw new Error(`The mail to ${email} has no verification link`);
  return link;
};

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

export const signUpUnverified = async (fullName = 'Mara Okafor', email = newEmail()) => {
  await call(signUp, { body: { email, password, fullName, authMethod: 'EMAIL' } });
  return email;
};

export const logInAs = async (email: string): Promise<Account> => {
  const { user, session } = await call(logIn, { body: { email, password } });
  if (!session) throw new Error(`${email} got no session`);
  return { email, user, session };
};

export const verifyByLink = async (email: string) => {
  const token = tokenIn(await verificationLinkTo(email));
  await call(verifyEmail, { body: { token, type: 'email' } });
};

export const verifiedAccount = async (fullName?: string, email?: string) => {
  const address = await signUpUnverified(fullName, email);
  await verifyByLink(address);
  return logInAs(address);
};

// Puts a session where the portal finds it at its next start, as signing in would have done.
export const storeSession = async (page: Page, { user, session }: Account) => {
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
