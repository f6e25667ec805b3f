// What developers see while PostgreSQL is stopped, and after it is back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, signUp } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { getProfile } from '@ballast/contract/profile';
import { startPortal } from '@ballast/harness/portal';
import { startPostgres } from '@ballast/harness/postgres';
import { waitFor } from '@ballast/harness/wait-for';
import { describe, expect, test } from 'vitest';
import { onPostgres } from '../../../testing/databases/database.ts';
import { failureOf, password } from '../../../testing/test-app.ts';

describe.runIf(onPostgres())('while PostgreSQL is away', () => {
  test('calls answer 503, nobody is signed out, and all goes on when it is back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ballast-away-'));
    const postgres = await startPostgres();
    const server = await startPortal({ DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url });
    const portalUrl = server.url;
    const call = createClient({ portalUrl });
    const account = { email: 'mara@northwind.dev', password };
    await call(signUp, { body: { ...account, fullName: 'Mara', authMethod: 'EMAIL' } });
    const { session } = await call(logIn, { body: account });
    const callSignedIn = createClient({ portalUrl, token: () => session?.access_token ?? null });

    await postgres.stop();
    const failures = [
      await failureOf(callSignedIn(getProfile)),
      await failureOf(call(logIn, { body: account })),
    ];
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 5 });
      expect(failure.message).toBe('The service is busy. Try again in a moment.');
    }
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect((await fetch(`${server.url}/ready`)).status).toBe(503);

    await postgres.start();
    await waitFor('calls to be answered again', () => callSignedIn(getProfile));
    await waitFor('the portal to be ready again', async () =>
      expect((await fetch(`${server.url}/ready`)).status).toBe(200),
    );
    expect(await server.stop()).toBe(0);
    await postgres.remove();
    await rm(folder, { recursive: true, force: true });
  });
});
