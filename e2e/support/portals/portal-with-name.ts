// Browsers know passkeys and security keys only under a name. So these tests have a portal of their own at localhost.
import * as harness from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { startPortal } from '@ballast/harness/portal';
import { test as base } from '../test.ts';

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

export { expect } from '../test.ts';
