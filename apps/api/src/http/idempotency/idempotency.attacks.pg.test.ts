// A caller who does not know whether a call arrived sends it again; an attacker sends it at once, as somebody else, or late.
import { request as sendRaw } from 'node:http';
import { listActivities } from '@ballast/contract/activities';
import { factorLimits } from '@ballast/contract/auth/second-factors';
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { endpoints } from '@ballast/contract/endpoints';
import { requestTokens } from '@ballast/contract/faucet';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { idempotencyMessages } from '@ballast/contract/http/idempotency';
import * as keys from '@ballast/contract/keys/api-keys';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { updateProfile } from '@ballast/contract/profile';
import { openApiDocument } from '@ballast/docs/reference/openapi';
import { waitFor } from '@ballast/harness/wait-for';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInCli } from '../../../testing/cli-login.ts';
import { onPostgres } from '../../../testing/databases/database.ts';
import { somebodyToWait } from '../../../testing/databases/lock-wait.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { buildApp } from '../../app/build-app.ts';
import { sweepQueue } from '../../app/job-handlers.ts';
import { rotateSecret } from '../../features/operator/secrets/rotate-secret.ts';
import { users } from '../../identity/tables.ts';
import { idempotencyRecords } from './tables.ts';

const app = useTestApp();

// A second server on the same database knows nothing of what the first has under way.
let second: Awaited<ReturnType<typeof buildApp>>;
let secondUrl: string;
beforeAll(async () => {
  second = await buildApp(app().deps, { web: false });
  secondUrl = await second.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => second?.close());

type Sent = { path: string; body?: unknown };
const sendTo = async (url: string, token: string, key: string | null, { path, body }: Sent) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: JSON.parse(text),
    replayed: response.headers.get('idempotent-replayed'),
    retryAfter: response.headers.get('retry-after'),
  };
};

const onboarded = async () => {
  const person = await app().verifiedUser();
  const body = { companySize: 'SOLO_DEVELOPER', useCase: 'GAMING' } as const;
  await person.call(updateProfile, { body });
  const send = (key: string | null, sent: Sent, url = app().url) =>
    sendTo(url, person.session.access_token, key, sent);
  return { ...person, send };
};
type Person = Awaited<ReturnType<typeof onboarded>>;

const listed = ({ call }: Person, environment: keys.Environment = 'SANDBOX') =>
  call(keys.listKeys, { query: { environment } });
// The faucet's job reports its transfer some time later.
const activitiesOf = async ({ call }: Person) =>
  (await call(listActivities, { query: {} }))
    .map(({ type }) => type)
    .filter((type) => type !== 'faucet_request_success');
const recordsOf = ({ user }: Person) =>
  app().deps.db.select().from(idempotencyRecords).where(eq(idempotencyRecords.userId, user.id));

const newKey = (name: string, environment: keys.Environment = 'SANDBOX'): Sent => ({
  path: routeOf(keys.createKey),
  body: { name, environment },
});
const growStale = () => app().skipSeconds(factorLimits.freshMinutes * 60 + 1);
const again = async (person: Person): Promise<Person> => {
  const signedIn = await app().signIn(person.email);
  return {
    ...person,
    ...signedIn,
    send: (key, sent, url = app().url) => sendTo(url, signedIn.session.access_token, key, sent),
  };
};

const keyPath = async (endpoint: Endpoint, { call }: Person) => {
  const { id } = await call(keys.createKey, { body: { name: 'given', environment: 'SANDBOX' } });
  return routeOf(endpoint).replace(':id', id);
};
const limitBody = { requestedLimit: 50, reason: 'We onboard three merchants in May.' };

// One request for each idempotent call. Add yours when you add such a call.
const requests = new Map<Endpoint, (person: Person) => Promise<Sent>>([
  [keys.createKey, async () => newKey('made')],
  [keys.rotateKey, async (person) => ({ path: await keyPath(keys.rotateKey, person) })],
  [requestRateLimit, async (person) => ({ path: await keyPath(requestRateLimit, person), body: limitBody })],
  [requestTokens, async () => ({ path: routeOf(requestTokens), body: {} })],
  [createCliToken, async () => ({ path: routeOf(createCliToken), body: { name: 'ci', scopes: ['read'] } })],
]);
const idempotent = endpoints.filter((endpoint) => endpoint.idempotent);

test.each(idempotent.map((endpoint) => [routeOf(endpoint), endpoint] as const))(
  '%s is done once: sent again, to any process, it gets the first answer',
  async (_, endpoint) => {
    const person = await onboarded();
    const sent = await requests.get(endpoint)?.(person);
    if (!sent) throw new Error('requests lacks this endpoint');
    const key = 'order 4711 ~!';
    const first = await person.send(key, sent);
    expect([first.status, first.replayed]).toEqual([endpoint.status ?? 200, null]);
    const done = await activitiesOf(person);
    app().skipSeconds(3600 - 60);
    const sender = endpoint.fresh === 'always' ? await again(person) : person;
    for (const url of [app().url, secondUrl]) {
      const repeated = await sender.send(key, sent, url);
      expect(repeated).toMatchObject({ status: first.status, text: first.text, replayed: 'true' });
    }
    expect((await activitiesOf(person)).filter((type) => type !== 'login')).toEqual(
      done.filter((type) => type !== 'login'),
    );
  },
);

test('the API reference names the header on these calls and no others', () => {
  const { paths } = openApiDocument();
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { parameters = [] } = operation as { parameters?: { name: string }[] };
      return parameters.some(({ name }) => name === 'Idempotency-Key') ? [`${method} ${path}`] : [];
    }),
  );
  const expected = idempotent.map(
    ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(named.toSorted()).toEqual(expected.toSorted());
  expect(new Set(idempotent)).toEqual(new Set(requests.keys()));
});

test('another body with the same key is refused and does nothing; the same body in another order is the same', async () => {
  const person = await onboarded();
  const first = await person.send('k', newKey('one'));
  const other = await person.send('k', newKey('two'));
  expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' }, replayed: null });
  expect(await listed(person)).toHaveLength(1);
  const turned = { path: routeOf(keys.createKey), body: { environment: 'SANDBOX', name: ' one ' } };
  expect(await person.send('k', turned)).toMatchObject({ text: first.text, replayed: 'true' });
  // A rotation without a body is one without a grace, and an id may be written in capitals.
  const rotate = (id: string, body?: unknown) => ({ path: `/api/api-keys/${id}/rotate`, body });
  const rotated = await person.send('k', rotate(first.json.id));
  const same = await person.send('k', rotate(first.json.id.toUpperCase(), { graceSeconds: 0 }));
  expect(same).toMatchObject({ status: 200, text: rotated.text, replayed: 'true' });
  expect(await person.send('k', rotate(first.json.id, { graceSeconds: 3600 }))).toMatchObject({
    status: 422,
  });
});

test('a key belongs to its user: another one who sends it gets an answer of their own', async () => {
  const [owner, other] = [await onboarded(), await onboarded()];
  const first = await owner.send('shared', newKey('one'));
  const theirs = await other.send('shared', newKey('one'));
  expect(theirs).toMatchObject({ status: 201, replayed: null });
  expect(theirs.json.id).not.toBe(first.json.id);
  // Nor does it open what is not theirs.
  const rotate = { path: `/api/api-keys/${first.json.id}/rotate` };
  expect(await owner.send('rotation', rotate)).toMatchObject({ status: 200 });
  expect(await other.send('rotation', rotate)).toMatchObject({ status: 404, json: { code: 'not_found' } });
});

test('twenty at once, at two processes, are done once', async () => {
  const person = await onboarded();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      person.send('race', newKey('raced'), place % 2 ? secondUrl : app().url),
    ),
  );
  const made = answers.filter(({ status, replayed }) => status === 201 && !replayed);
  expect(made).toHaveLength(1);
  for (const { status, text, json, replayed } of answers) {
    if (status === 409) expect(json.code).toBe('idempotency_in_progress');
    else expect([status, text]).toEqual([201, made[0]?.text]);
    if (status === 409) expect(replayed).toBeNull();
  }
  expect(await listed(person)).toHaveLength(1);
  expect(await person.send('race', newKey('raced'))).toMatchObject({ text: made[0]?.text, replayed: 'true' });
});

// Only PostgreSQL has another connection that can hold the first call up.
const holdUp = async (person: Person, meanwhile: (first: ReturnType<Person['send']>) => Promise<void>) => {
  const { db } = app().deps;
  let first: ReturnType<Person['send']> | undefined;
  await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, person.user.id)).for('update');
    first = person.send('held', newKey('held'));
    await somebodyToWait(db);
    await meanwhile(first);
  });
  if (!first) throw new Error('nothing was sent');
  return first;
};

test('while the first runs, the same call is told so by every process, and afterwards gets its answer', async () => {
  if (!onPostgres()) return;
  const person = await onboarded();
  const first = await holdUp(person, async () => {
    for (const url of [app().url, secondUrl])
      expect(await person.send('held', newKey('held'), url)).toMatchObject({
        status: 409,
        json: { code: 'idempotency_in_progress' },
        retryAfter: '1',
      });
  });
  expect(first).toMatchObject({ status: 201, replayed: null });
  expect(await person.send('held', newKey('held'))).toMatchObject({ text: first.text, replayed: 'true' });
  expect(await listed(person)).toHaveLength(1);
});

test('a first call whose connection is cut off has done nothing, and its key is good at once', async () => {
  if (!onPostgres()) return;
  const person = await onboarded();
  const first = await holdUp(person, async (sent) => {
    await app().deps.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    await sent;
  });
  expect(first.status).toBe(503);
  expect(await recordsOf(person)).toEqual([]);
  expect(await person.send('held', newKey('held'), secondUrl)).toMatchObject({ status: 201, replayed: null });
  expect(await listed(person)).toHaveLength(1);
});

test('a refusal keeps nothing: the same key is good once what was wrong is right', async () => {
  const person = await onboarded();
  expect((await person.send('v', { path: routeOf(keys.createKey), body: { name: '' } })).status).toBe(422);
  expect((await person.send('v', newKey('v'))).status).toBe(201);
  expect((await person.send('taken', newKey('V'))).status).toBe(409);
  expect((await person.send('taken', newKey('w'))).status).toBe(201);
  const claim = { path: routeOf(requestTokens), body: {} };
  expect((await person.send('c1', claim)).status).toBe(201);
  expect((await person.send('c2', claim)).status).toBe(429);
  expect(await activitiesOf(person)).toContain('faucet_rate_limited');
  growStale();
  expect((await person.send('p', newKey('p', 'PRODUCTION'))).json.code).toBe('reauthentication_required');
  const fresh = await again(person);
  expect(await fresh.send('p', newKey('p', 'PRODUCTION'))).toMatchObject({ status: 201, replayed: null });
  app().skipSeconds(24 * 3600);
  expect(await (await again(person)).send('c2', claim)).toMatchObject({ status: 201, replayed: null });
});

test('a production value is told again only to a fresh session; a sandbox value to any of the owner’s', async () => {
  const person = await onboarded();
  const made = await person.send('live', newKey('live', 'PRODUCTION'));
  const rotation = { path: `/api/api-keys/${made.json.id}/rotate` };
  const rotated = await person.send('live', rotation);
  const sandbox = await person.send('test', newKey('test'));
  growStale();
  for (const [first, sent] of [
    [made, newKey('live', 'PRODUCTION')],
    [rotated, rotation],
  ] as const) {
    const late = await person.send('live', sent);
    expect(late).toMatchObject({ status: 403, json: { code: 'reauthentication_required' }, replayed: null });
    expect(late.text).not.toContain(first.json.key.slice(10));
    expect(await (await again(person)).send('live', sent)).toMatchObject({
      text: first.text,
      replayed: 'true',
    });
  }
  expect(await person.send('test', newKey('test'))).toMatchObject({ text: sandbox.text, replayed: 'true' });
  const tool = await logInCli(app(), await again(person));
  expect(await sendTo(app().url, tool.token, 'test', newKey('test'))).toMatchObject({ text: sandbox.text });
  // Nobody reads it from the other side of a sign-out.
  expect(await sendTo(app().url, 'x.y.z', 'test', newKey('test'))).toMatchObject({ status: 401 });
});

test('an answer is kept for a day, encrypted, through a rotation of the encryption key, and then forgotten', async () => {
  const person = await onboarded();
  const first = await person.send('day', newKey('day'));
  const [row] = await recordsOf(person);
  expect(JSON.stringify(row)).not.toContain(first.json.key.slice(10));
  const { others } = await rotateSecret(app().deps, 'encryption');
  expect(others).toEqual([]);
  const [rewritten] = await recordsOf(person);
  expect(rewritten?.encryptionKeyId).not.toBe(row?.encryptionKeyId);
  app().skipSeconds(24 * 3600 - 1);
  const late = await again(person);
  expect(await late.send('day', newKey('day'))).toMatchObject({ text: first.text, replayed: 'true' });
  app().skipSeconds(1);
  // It is done anew, whether the old answer was swept away or not; here the name is taken by then.
  expect(await late.send('day', newKey('day'))).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await late.send('day', newKey('next day'))).toMatchObject({ status: 201, replayed: null });
  app().skipSeconds(24 * 3600);
  await app().deps.jobs.enqueue(app().deps.db, sweepQueue, {});
  await waitFor('the answers to be forgotten', async () => expect(await recordsOf(person)).toEqual([]));
});

test('a malformed key is refused in the product’s words, and a call that takes none ignores it', async () => {
  const person = await onboarded();
  const refused = { code: 'validation_failed', message: idempotencyMessages.keyShape };
  const fields = { 'Idempotency-Key': idempotencyMessages.keyShape };
  for (const key of ['', 'x'.repeat(129), 'caf\xe9', 'a\tb'])
    expect(await person.send(key, newKey('bad'))).toMatchObject({
      status: 422,
      json: { ...refused, fields },
    });
  const twice = await new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${person.session.access_token}`,
      'content-type': 'application/json',
      'idempotency-key': ['a', 'b'],
    };
    sendRaw(`${app().url}/api/api-keys`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end(JSON.stringify(newKey('bad').body));
  });
  expect(twice).toBe(422);
  expect(await listed(person)).toEqual([]);
  expect((await person.send('x'.repeat(128), newKey('good'))).status).toBe(201);
  const [key] = await listed(person);
  expect((await person.send('', { path: `/api/api-keys/${key?.id}/end-grace` })).status).toBe(200);
});
