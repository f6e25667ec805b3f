// Spans for an OpenTelemetry collector, by OTLP over HTTP. Only tracing.ts loads this, and only where a collector is set.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

type Attributes = Record<string, string | number>;
type Beginning = { kind: keyof typeof kinds; parent?: string | undefined; attributes?: Attributes };

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

// A collector that is away must not keep the process from ending in time.
const timeoutMillis = 2000;

export const openSpans = (endpoint: string, version: string) => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'ballast', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('ballast');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();

  const writeParent = (within: Context) => {
    const carrier: { traceparent?: string } = {};
    propagator.inject(within, carrier, defaultTextMapSetter);
    return carrier.traceparent;
  };

  return {
    // What is begun within another span is a part of it; a parent in W3C's form (traceparent) may be elsewhere.
    begin: (name: string, { kind, parent, attributes = {} }: Beginning) => {
      const outside = parent
        ? propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter)
        : (contexts.getStore() ?? ROOT_CONTEXT);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, outside);
      const inside = trace.setSpan(outside, span);
      return {
        traceId: span.spanContext().traceId,
        run: <T>(work: () => T): T => contexts.run(inside, work),
        end: (hasFailed: boolean, more: Attributes = {}) => {
          span.setAttributes(more);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    // The current span, to be continued elsewhere.
    current: () => {
      const within = contexts.getStore();
      return within && writeParent(within);
    },
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown().catch(() => {}),
  };
};
