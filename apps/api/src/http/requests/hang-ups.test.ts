// Callers who hang up: the log says so, and no operator is alarmed as if the database were away.
import { connect, type Socket } from 'node:net';
import { exportActivities } from '@ballast/contract/activities';
import { routeOf } from '@ballast/contract/http/endpoint';
import { readPortalLogs } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startCliLogin } from '../../../testing/cli-login.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { watchWaitingTools } from '../../../testing/waiting-tools.ts';

const app = useTestApp();

const lines = () =>
  readPortalLogs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; path?: string; event?: string });

const alarms = () => lines().filter(({ level }) => level >= 40);

const closedRequest = (path: string) =>
  waitFor(`a line about the closed request of ${path}`, () => {
    const found = lines().find((line) => line.event === 'client_closed_request' && line.path === path);
    if (!found) throw new Error('there is none');
    return found;
  });

const send = async (text: string) => {
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
};

const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

// A proxy or a phone that goes away either closes the connection or resets it.
const ways: Record<string, (socket: Socket) => void> = {
  closes: (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
};

const uploads = {
  'with a length': post('/api/auth/login', 'Content-Length: 500', '{"email":"'),
  'in chunks': post('/api/auth/login', 'Transfer-Encoding: chunked', '5\r\n{"ema\r\n'),
  'before its first byte': post('/api/auth/login', 'Content-Length: 500', ''),
};

test.each(
  Object.entries(uploads).flatMap(([name, text]) =>
    Object.keys(ways).map((way) => [name, way, text] as const),
  ),
)('an upload %s whose sender %s the connection is a closed request, not a fault', async (_, way, text) => {
  const socket = await send(text);
  // The portal has begun to read the body once another call of the same moment is answered.
  await fetch(`${app().url}/health`);
  ways[way]?.(socket);
  expect(await closedRequest('/api/auth/login')).toMatchObject({ level: 30, method: 'POST' });
  expect(lines().filter(({ event }) => event === 'input_refused')).toEqual([]);
  expect(alarms()).toEqual([]);
});

test('a tool that stops waiting for its answer alarms nobody', async () => {
  const waits = watchWaitingTools();
  const { state, codeVerifier } = await startCliLogin(app());
  const body = JSON.stringify({ state, codeVerifier });
  const socket = await send(post('/api/cli/auth/token', `Content-Length: ${body.length}`, body));
  await waits.began(1);
  socket.resetAndDestroy();
  await waits.ended();
  await fetch(`${app().url}/health`);
  expect(alarms()).toEqual([]);
});

test('a reader who leaves in the middle of a download alarms nobody', async () => {
  const { session, user } = await app().verifiedUser();
  await app().deps.db.execute(sql`
    insert into activities (user_id, type, description, created_at)
    select ${user.id}, 'login', repeat('long ', 100), now() from generate_series(1, 20000)`);
  const path = routeOf(exportActivities);
  const socket = await send(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${session.access_token}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  // The database answers one after the other, so what the download still asked for is over.
  await app().deps.db.execute(sql`select 1`);
  await fetch(`${app().url}/health`);
  expect(alarms()).toEqual([]);
});
