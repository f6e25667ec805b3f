import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { FirstRequestLine } from '../first-request-line.tsx';

// In place of an empty list. The first request takes its place.
export function FirstRequest({ apiKey }: { apiKey: ApiKey }) {
  const next = apiKey.lastUsedAt === null ? 'first' : 'next';
  return (
    <Card className="px-4 py-8 md:px-8 md:py-10">
      <h2 className="flex items-center gap-2.5 text-section">
        <Spinner className="text-text-3" />
        <span role="status">Waiting for your {next} request…</span>
      </h2>
      <p className="mt-1 mb-4 text-body text-pretty wrap-anywhere text-text-2">
        Run this command. It uses your key “{apiKey.name}”, and the request shows up here.
      </p>
      <FirstRequestLine apiKey={apiKey} />
    </Card>
  );
}
