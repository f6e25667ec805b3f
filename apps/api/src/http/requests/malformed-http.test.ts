// Bytes that are no HTTP get an answer of the product's, too, and the portal goes on.
import { readPortalLogs } from '@ballast/harness/portal-log';
import { expect, test } from 'vitest';
import { findProblem } from '../../../testing/bad-input/find-problem.ts';
import { malformedRequest, toPrintf } from '../../../testing/bad-input/malformed-requests.ts';
import { readAnswers, sendBytes } from '../../../testing/bad-input/raw-answers.ts';
import { problemsOf } from '../../../testing/bad-input/what-must-hold.ts';
import { howOften } from '../../../testing/databases/database.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp({ env: { LOG_LEVEL: 'error' } });
const port = () => Number(new URL(app().url).port);

const firstAnswer = async (text: string) =>
  readAnswers(await sendBytes(port(), Buffer.from(text, 'latin1')))[0];

const noRequest = { method: 'GET', target: '/', headers: {}, body: null };

test('every answer to bytes that are no HTTP is one that the product means', async () => {
  const count = howOften({ usual: 100, all: 1000 });
  const problem = await findProblem(malformedRequest, count, {
    ask: async (bytes) => {
      const received = await sendBytes(port(), bytes);
      const problems = readAnswers(received).flatMap((answer) => problemsOf(noRequest, answer));
      return { problems, answer: received.toString() };
    },
    write: (bytes) => toPrintf(bytes, port()),
  });
  expect(problem).toBeNull();
  expect(readPortalLogs()).toBe('(nothing)');
  expect((await firstAnswer('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'))?.status).toBe(200);
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request', 'The request is not valid HTTP.'],
  ['no Host', 'GET /api/portal HTTP/1.1\r\n\r\n', 400, 'malformed_request', 'The request is not valid HTTP.'],
  [
    'no Host at the key check',
    'GET /v1/key-check HTTP/1.1\r\n\r\n',
    400,
    'malformed_request',
    'The request is not valid HTTP.',
  ],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
    'The request is not valid HTTP.',
  ],
  [
    'headers of 20 KiB',
    `GET /api/portal HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(20 * 1024)}\r\n\r\n`,
    431,
    'headers_too_large',
    'The request headers are larger than 16 KiB.',
  ],
])('a request with %s is refused in the shape of every refusal', async (_, bytes, status, code, message) => {
  const answer = await firstAnswer(bytes);
  expect(answer?.status).toBe(status);
  expect(JSON.parse(answer?.text ?? '')).toEqual({ code, message, fields: {} });
});

test('an expectation that the portal does not know is no reason for an empty answer', async () => {
  const answer = await firstAnswer(
    'GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
  );
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ code: 'no_such_route', fields: {} });
});

test('a malformed HEAD is answered without a body', async () => {
  const received = await sendBytes(port(), Buffer.from('HEAD \\ HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  expect(received.toString()).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n$/s);
});
