// One account's calls, and the jobs and exports of all, may take every connection that they can have. What stops something and
// what operators do have connections of their own.

import { deleteAccount } from '@ballast/contract/auth/leaving';
import { routeOf } from '@ballast/contract/http/endpoint';
import { listKeys } from '@ballast/contract/keys/api-keys';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { databaseVariables, onPostgres } from '../../../testing/databases/database.ts';
import type { Case } from '../../../testing/isolation/cases.ts';
import { cases } from '../../../testing/isolation/requests.ts';
import { type Sent, send } from '../../../testing/isolation/send.ts';
import { openWorld, type World } from '../../../testing/isolation/world.ts';
import { openOperator } from '../../../testing/operator.ts';
import { failureOf, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { usualLimits } from '../../runtime/settings/database-limits.ts';
import { type Db, openPostgres } from './open.ts';

const poolOf = (db: Db) => (db as Db & { $client: Pool }).$client;

const whileTaken = async <T>(pools: Pool[], work: () => Promise<T>) => {
  const taken = await Promise.all(
    pools.flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
  );
  try {
    return await work();
  } finally {
    for (const client of taken) client.release();
  }
};

const tokenOf = async ({ endpoint: { auth }, endsSession }: Case, { app, owner }: World) => {
  if (auth === 'cli') return (await logInCli(app, owner)).token;
  return (endsSession ? await app.signIn(owner.email) : owner).session.access_token;
};

// The call that leaves comes last.
const stops = cases
  .filter(({ endpoint }) => endpoint.stops)
  .toSorted((a, b) => Number(a.endpoint === deleteAccount) - Number(b.endpoint === deleteAccount));

describe.runIf(onPostgres())(
  'while every connection of the portal’s calls, jobs and exports is taken',
  () => {
    let app: TestApp;
    let world: World;
    beforeAll(async () => {
      const { DATABASE_URL = '' } = await databaseVariables();
      const limits = { ...usualLimits, poolSize: 3 };
      app = await startTestApp({ database: await openPostgres(DATABASE_URL, () => {}, limits) });
      world = await openWorld(app);
    });
    afterAll(() => app?.stop());

    const whileBusy = <T>(work: () => Promise<T>) =>
      whileTaken([poolOf(app.deps.db), poolOf(app.deps.patientDb)], work);

    test.each(stops.map((one) => [`${one.endpoint.method} ${routeOf(one.endpoint)}`, one] as const))(
      '%s is answered',
      async (_, one) => {
        const sent = (await one.request(world)) as Sent;
        const token = await tokenOf(one, world);
        const { status, text } = await whileBusy(() => send(app.url, one.endpoint, sent, token));
        expect(status, text).toBeLessThan(500);
      },
    );

    test('an operator suspends an account', async () => {
      const operator = await openOperator(app);
      const { email, call } = await app.verifiedUser();
      const suspend = () => operator.run('users', 'suspend', email, '--reason', 'a leaked token');
      expect(await whileBusy(suspend)).toMatchObject({ exitCode: 0 });
      expect(await failureOf(call(listKeys, { query: {} }))).toMatchObject({ status: 401 });
      await operator.close();
    });
  },
);
