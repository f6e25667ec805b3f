import { cliLimits, completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { getProfile } from '@ballast/contract/profile';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { logInCli, startCliLogin } from '../../../testing/cli-login.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { sweepQueue } from '../../app/job-handlers.ts';
import { cliRequests, cliTokens } from '../../identity/cli/tables.ts';

const app = useTestApp();

test('the hourly clean-up removes requests a day after they ended and tokens that were lost, and nothing else', async () => {
  const { db, jobs } = app().deps;
  const person = await app().verifiedUser();
  const old = await startCliLogin(app());
  const authorized = await startCliLogin(app());
  await person.call(completeCliAuth, { body: { state: authorized.state } });
  await logInCli(app(), person, 'lost');
  const used = await logInCli(app(), person, 'used');
  await used.call(getProfile);
  app().skipSeconds(24 * 3600 + cliLimits.requestMinutes * 60);
  const open = await startCliLogin(app());
  const fresh = await logInCli(app(), await app().verifiedUser(), 'fresh');

  await jobs.enqueue(db, sweepQueue, {});
  await waitFor('the clean-up to be done', async () => {
    const states = (await db.select().from(cliRequests)).map(({ state }) => state);
    expect(states).toContain(open.state);
    expect(states).not.toContain(old.state);
    expect(states).not.toContain(authorized.state);
    const devices = (await db.select().from(cliTokens)).map(({ deviceName }) => deviceName);
    expect(devices.sort()).toEqual(['fresh', 'used']);
  });
  await used.call(getProfile);
  await fresh.call(getProfile);
});
