import { keyVariable } from '@ballast/contract/code-examples';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { FirstRequestLine } from '../first-request-line.tsx';

// In place of an empty chart. The first request turns it into one.
export function WaitingForRequest({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Card className="flex flex-col gap-3 px-4 py-5 md:px-5">
      <p role="status" className="flex items-center gap-2.5 text-body font-medium text-text">
        <Spinner />
        Waiting for your first request…
      </p>
      <p className="text-small text-text-2">
        {apiKey.environment === 'PRODUCTION' ? (
          <>
            Store your key in <code className="font-mono text-mono">{keyVariable}</code>, then run this
            command.
          </>
        ) : (
          'Run this command. It uses this key, and its request shows up here within a few seconds.'
        )}
      </p>
      <FirstRequestLine apiKey={apiKey} />
    </Card>
  );
}
