// Whether requests, statements, jobs and mails leave spans. Without a collector nothing of it is loaded.
import packageJson from '../../../package.json' with { type: 'json' };
import type { openSpans } from './open-telemetry.ts';

export type Tracing = ReturnType<typeof openSpans>;
export type Span = ReturnType<Tracing['begin']>;

export const openTracing = async (endpoint: string | undefined): Promise<Tracing | null> => {
  if (!endpoint) return null;
  const telemetry = await import('./open-telemetry.ts');
  return telemetry.openSpans(endpoint, packageJson.version);
};
