// Somebody who sends requests ahead on one connection, and reads no answer before the last.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

const sendAhead = async (path: string, count: number) => {
  const { hostname, port } = new URL(app().url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const last = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count) + last);
  await ended;
  return Buffer.concat(chunks).toString('latin1').split('HTTP/1.1 ').length - 1;
};

test.each(['/x', '/v1/key-check', '/api/users/profile'])(
  'a few requests sent ahead to %s are answered',
  async (path) => {
    expect(await sendAhead(path, 50)).toBe(51);
  },
);

test.each(['/x', '/v1/key-check', '/api/users/profile'])(
  'who sends thousands of requests ahead to %s is cut off, and others are answered',
  async (path) => {
    expect(await sendAhead(path, 20_000)).toBeLessThan(500);
    expect((await fetch(`${app().url}/health`)).status).toBe(200);
  },
);
