// An owner presses "This wasn't me" in a mail, and somebody who is signed in moves the account to another address.
import { changeEmail, confirmEmailChange } from '@ballast/contract/auth/auth';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import type { Call } from '@ballast/contract/http/client';
import { getProfile } from '@ballast/contract/profile';
import { mailPause } from '../src/identity/throttling/limits.ts';
import { failureOf, newAddress, type TestApp } from './test-app.ts';

export const useNotMe = (app: () => TestApp) => {
  const tokenIn = async (to: string, subject: RegExp, count?: number) => {
    const { links } = await app().waitForMail(to, subject, count);
    const link = links.find((each) => each.includes('/auth/this-was-not-me?'));
    return new URL(link ?? '').searchParams.get('token') ?? '';
  };
  const press = (token: string) => app().call(thisWasNotMe, { body: { token } });
  const refusalOf = async (token: string) => (await failureOf(press(token))).code;

  const moveTo = async ({ call }: { call: Call }, newEmail = newAddress('thief')) => {
    // Mails to one mailbox and of one account are a minute apart by the machine's clock.
    await app()
      .deps.throttles.of(mailPause)
      .delete(`change ${(await call(getProfile)).id}`);
    await call(changeEmail, { body: { newEmail } });
    const { links } = await app().waitForMail(newEmail, /^Confirm your new email/);
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? '';
    await call(confirmEmailChange, { body: { token } });
    return newEmail;
  };
  return { tokenIn, press, refusalOf, moveTo };
};
