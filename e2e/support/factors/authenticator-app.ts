// An authenticator app, and accounts that have one. The portal and the app both live in real time here, so a code is worth
// something for half a minute at least. Nothing waits for the next one, and nothing fails where the half minute ends.
import { randomUUID } from 'node:crypto';
import {
  challengeFactor,
  createRecoveryCodes,
  enrolFactor,
  removeFactor,
  verifyFactor,
} from '@ballast/contract/auth/second-factor-calls';
import { createClient } from '@ballast/contract/http/client';
import { expect, type Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type Account, verifiedAccount } from '../accounts.ts';
import { portalUrl } from '../portals/portal-under-test.ts';

const stepMs = 30_000;

export type ReadCode = (aheadSeconds?: number) => string;

// The portal takes each code once, and that of the next half minute as well. So this app shows none twice: where the code of
// this half minute is spent, it shows the next.
export const authenticatorApp = (secret: string): ReadCode => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let last = 0;
  return (aheadSeconds = 0) => {
    const step = Math.floor((Date.now() + aheadSeconds * 1000) / stepMs);
    last = Math.max(step, last + 1);
    if (last > step + 1) throw new Error('the app was asked for a third code within half a minute');
    return totp.generate({ timestamp: last * stepMs });
  };
};

// A code may grow old on the way, where the machine is slow. Then the app's next one is entered, as anybody would do.
export const enterCode = async (field: Locator, readCode: () => string) => {
  for (;;) {
    // The code is read when there is a field for it.
    await field.waitFor();
    const read = Date.now();
    const answered = field.page().waitForResponse(/\/factors\/[^/]+\/verify$/, { timeout: 0 });
    // The sixth digit submits.
    await field.fill(readCode());
    if ((await answered).ok() || Date.now() - read < stepMs) return;
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
};

export const addApp = async ({ call }: Pick<Account, 'call'>) => {
  const body = { factor_type: 'totp', friendly_name: `Phone ${randomUUID().slice(0, 4)}` };
  const { id, friendly_name: name, totp } = await call(enrolFactor, { body });
  const readCode = authenticatorApp(totp?.secret ?? '');
  const challenge = await call(challengeFactor, { params: { id }, body: {} });
  const proof = { challenge_id: challenge.id, code: readCode() };
  return { id, name, readCode, session: await call(verifyFactor, { params: { id }, body: proof }) };
};

const callIn = (session: Account['session']) =>
  createClient({ portalUrl, token: () => session.access_token });

// Somebody who has an app and recovery codes already. The app's first code is spent.
export const accountWithApp = async () => {
  const account = await verifiedAccount();
  const { id, name: appName, readCode, session } = await addApp(account);
  const { codes } = await callIn(session)(createRecoveryCodes, { body: {} });
  // Another browser changes to another app.
  const replaceApp = async () => {
    const another = await addApp({ call: callIn(session) });
    await callIn(another.session)(removeFactor, { params: { id } });
  };
  return { email: account.email, readCode, appName, codes, replaceApp };
};
