// What an OpenTelemetry collector learns of a request, and what it never learns.
import { readPortalLogs } from '@ballast/harness/portal-log';
import { waitFor } from '@ballast/harness/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTraceCollector } from '../../../testing/servers/trace-collector.ts';
import { newAddress, password, startTestApp, type TestApp } from '../../../testing/test-app.ts';

let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let app: TestApp;
beforeAll(async () => {
  collector = await startTraceCollector();
  app = await startTestApp({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRUST_PROXY: '127.0.0.1' },
  });
});
afterAll(async () => {
  await app?.stop();
  collector?.stop();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

test('a request, its statements, its job and its mail are one trace, without a word about the person', async () => {
  const email = newAddress('traced');
  const body = JSON.stringify({ email, password, fullName: 'Wilhelmina Unmistakable', authMethod: 'EMAIL' });
  const headers = { traceparent: `00-${traceId}-${parentId}-01` };
  expect((await app.post('/auth/signup?from=a-secret-link', body, headers)).status).toBe(201);
  const own = await waitFor('all spans of the request', async () => {
    await app.deps.tracing?.flush();
    const spans = collector.spans().filter((span) => span.traceId === traceId);
    const names = spans.map(({ name }) => name);
    for (const name of ['POST /api/auth/signup', 'insert', 'job send-email', 'mail verify-email'])
      expect(names).toContain(name);
    return spans;
  });
  const request = own.find(({ name }) => name === 'POST /api/auth/signup');
  expect(request?.parentSpanId).toBe(parentId);
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } });
  const statements = own.flatMap(({ attributes }) =>
    attributes.filter(({ key }) => key === 'db.query.text').map(({ value }) => value.stringValue ?? ''),
  );
  expect(statements.some((text) => text.startsWith('insert into "users"'))).toBe(true);
  const job = own.find(({ name }) => name === 'job send-email');
  expect(own.find(({ name }) => name === 'mail verify-email')?.parentSpanId).toBe(job?.spanId);
  for (const secret of [email, password, 'Wilhelmina', 'a-secret-link', '$argon2'])
    expect(collector.text()).not.toContain(secret);
  const lines = readPortalLogs().split('\n');
  const ofTrace = lines.filter((line) => line.includes(`"traceId":"${traceId}"`));
  for (const part of ['"path":"/api/auth/signup"', '"event":"account_created"', '"event":"mail_sent"'])
    expect(
      ofTrace.some((line) => line.includes(part)),
      part,
    ).toBe(true);
});

test('a parent that is malformed begins a trace of its own', async () => {
  const headers = { traceparent: `00-${traceId}-nonsense` };
  await (await fetch(`${app.url}/health`, { headers })).text();
  await waitFor('the span of the request', async () => {
    await app.deps.tracing?.flush();
    const [span] = collector.spans().filter(({ name }) => name === 'GET /health');
    expect(span).toBeDefined();
    expect(span?.traceId).not.toBe(traceId);
  });
});
