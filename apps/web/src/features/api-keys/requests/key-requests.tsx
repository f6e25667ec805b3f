import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { Section } from '../page/section.tsx';
import { FirstRequest } from './first-request.tsx';
import { RequestLog } from './request-log.tsx';

export function KeyRequests({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Section title="Requests" lede="Every request with this key, as it happens.">
      <div>
        <RequestLog
          environment={apiKey.environment}
          apiKey={apiKey}
          empty={<FirstRequest apiKey={apiKey} />}
        />
      </div>
    </Section>
  );
}
