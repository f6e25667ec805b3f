import type { ApiKey } from '@ballast/contract/keys/api-keys';
import {
  type KeyRefusal,
  listRefusals,
  refusalsPerKey,
  refusalWords,
} from '@ballast/contract/keys/key-refusals';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { formatDateTime } from '../../../lib/dates.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LineCell, LineRow, LineTable } from '../../../ui/layout/table.tsx';
import { Ago } from '../../../ui/text/ago.tsx';
import { ListSection } from './section.tsx';

export function Refusals({ apiKey }: { apiKey: ApiKey }) {
  const query = useQuery({
    queryKey: ['key-refusals', apiKey.id],
    queryFn: () => call(listRefusals, { params: { id: apiKey.id } }),
    refetchInterval: timings.usagePollMs,
  });
  return (
    <ListSection
      title="Why was my request blocked?"
      lede={`The ${refusalsPerKey} most recent blocked requests.`}
      query={query}
      loading="Loading blocked requests..."
      failed="Couldn’t load blocked requests"
      empty={
        <EmptyState
          icon={<ShieldCheck />}
          title="No blocked requests"
          text="Blocked requests show up here with the reason and where they came from."
        />
      }
    >
      {(rows) => (
        <LineTable label="Blocked requests" columns={columns}>
          {rows.map((row, index) => (
            <RefusalRow key={`${row.at} ${index}`} {...row} />
          ))}
        </LineTable>
      )}
    </ListSection>
  );
}

const columns: [string, string?][] = [
  ['Reason', 'w-[30%]'],
  ['Request'],
  ['From', 'w-[28%]'],
  ['Time', 'w-34 text-right'],
];

function RefusalRow({ at, reason, address, userAgent, method, path }: KeyRefusal) {
  const { name, hint } = refusalWords[reason];
  return (
    <LineRow className="max-md:gap-y-1">
      <LineCell>
        <span className="block py-3 max-md:py-0">
          <span className="block font-medium text-text">{name}</span>
          <span className="block text-caption text-pretty text-text-3">{hint}</span>
        </span>
      </LineCell>
      <LineCell className="font-mono text-mono wrap-anywhere text-text-2 max-md:col-span-2">
        {path || method ? (
          [method, path].filter(Boolean).join(' ')
        ) : (
          <span className="font-sans text-small text-text-3 max-md:sr-only">Not told by the gateway</span>
        )}
      </LineCell>
      <LineCell className="wrap-anywhere max-md:col-span-2">
        <span className="block font-mono text-mono text-text-2">{address}</span>
        {userAgent && (
          <span className="line-clamp-1 text-caption text-text-3" title={userAgent}>
            {userAgent}
          </span>
        )}
      </LineCell>
      <LineCell
        className="text-right text-text-2 max-md:col-start-2 max-md:row-start-1"
        title={formatDateTime(at)}
      >
        <Ago moment={at} />
      </LineCell>
    </LineRow>
  );
}
