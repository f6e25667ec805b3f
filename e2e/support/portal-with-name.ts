// Browsers know passkeys and security keys only under a name. So these tests have a portal of their own at localhost, and a
// browser with authenticators that Chromium plays.
import * as harness from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { startPortal } from '@ballast/harness/portal';
import type { Page } from '@playwright/test';
import { test as base } from './test.ts';

type Local = { newAccount: () => Promise<harness.Developer> };

export const test = base.extend<Local, { namedPortal: string }>({
  namedPortal: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright wants a pattern
    async ({}, use) => {
      const port = String(await freePort());
      const url = `http://localhost:${port}`;
      const portal = await startPortal({ PORT: port, PUBLIC_URL: url });
      await use(url);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ namedPortal }, use) => use(namedPortal),
  newAccount: ({ namedPortal }, use) => use(() => harness.newDeveloper(namedPortal)),
});

const kinds = {
  // It is unlocked by a fingerprint and remembers for whom its passkeys are.
  device: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  securityKey: { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
} as const;

export const addAuthenticator = async (page: Page, kind: keyof typeof kinds) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', automaticPresenceSimulation: true, ...kinds[kind] },
  });
  return { unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) };
};

export { expect } from './test.ts';
