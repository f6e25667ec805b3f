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
import { Cell, HeadCell, Row, Table } from '../../../ui/layout/table.tsx';
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
      title="Why was my request refused?"
      lede={`The last ${refusalsPerKey} refused requests, some seconds after they were made.`}
      query={query}
      loading="Loading refused requests..."
      failed="Failed to load the refused requests"
      empty={
        <EmptyState
          icon={<ShieldCheck />}
          title="No request was refused"
          text="When one is, this tells why, and where it came from."
        />
      }
    >
      {(rows) => <RefusalTable rows={rows} />}
    </ListSection>
  );
}

// It is a table at every width. On a phone its rows are drawn as lines; the changed CSS display removes the table roles, so
// they are written out.
function RefusalTable({ rows }: { rows: KeyRefusal[] }) {
  return (
    <Table aria-label="Refused requests" role="table" className="table-fixed max-md:block">
      <thead className="max-md:sr-only">
        {/* biome-ignore lint/a11y/noRedundantRoles: hidden from sight, it loses its own */}
        <tr role="row">
          <HeadCell role="columnheader" className="w-[30%]">
            Reason
          </HeadCell>
          <HeadCell role="columnheader">Request</HeadCell>
          <HeadCell role="columnheader" className="w-[28%]">
            From
          </HeadCell>
          <HeadCell role="columnheader" className="w-34 text-right">
            Time
          </HeadCell>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row, index) => (
          <RefusalRow key={`${row.at} ${index}`} {...row} />
        ))}
      </tbody>
    </Table>
  );
}

function RefusalRow({ at, reason, address, userAgent, method, path }: KeyRefusal) {
  const { name, hint } = refusalWords[reason];
  return (
    <Row
      role="row"
      className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3 max-md:first:border-t-0"
    >
      <Cell role="cell" className={phoneCell}>
        <span className="block py-3 max-md:py-0">
          <span className="block font-medium text-text">{name}</span>
          <span className="block text-caption text-pretty text-text-3">{hint}</span>
        </span>
      </Cell>
      <Cell
        role="cell"
        className={`${phoneCell} font-mono text-mono wrap-anywhere text-text-2 max-md:col-span-2`}
      >
        {path || method ? (
          [method, path].filter(Boolean).join(' ')
        ) : (
          <span className="font-sans text-small text-text-3 max-md:sr-only">Not told by the gateway</span>
        )}
      </Cell>
      <Cell role="cell" className={`${phoneCell} wrap-anywhere max-md:col-span-2`}>
        <span className="block font-mono text-mono text-text-2">{address}</span>
        {userAgent && (
          <span className="line-clamp-1 text-caption text-text-3" title={userAgent}>
            {userAgent}
          </span>
        )}
      </Cell>
      <Cell
        role="cell"
        className={`${phoneCell} text-right text-text-2 max-md:col-start-2 max-md:row-start-1`}
        title={formatDateTime(at)}
      >
        <Ago moment={at} />
      </Cell>
    </Row>
  );
}

const phoneCell = 'max-md:block max-md:h-auto max-md:p-0';
