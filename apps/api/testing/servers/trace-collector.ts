// An OpenTelemetry collector: it takes what is sent by OTLP over HTTP, as JSON.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number };
type CollectedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code: number };
  attributes: { key: string; value: Value }[];
};
type Body = { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] };

export const startTraceCollector = async () => {
  const bodies: string[] = [];
  const server = http.createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(body);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
