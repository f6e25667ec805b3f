import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { type AddressUse, otherAddresses } from '@ballast/contract/keys/key-addresses';
import { type KeyUsage, requestsOf } from '@ballast/contract/keys/key-usage';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { Cell, HeadCell, Row, Table } from '../../../ui/layout/table.tsx';
import { Ago } from '../../../ui/text/ago.tsx';
import { outcomes } from '../usage/outcomes.ts';
import { bucketLabel } from '../usage/usage-words.ts';
import { RequestsLink } from './requests-link.tsx';

// From where a key was used, the busiest address first.
export function AddressTable({ label, addresses }: { label: string; addresses: AddressUse[] }) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          <HeadCell className="max-md:px-4">Address</HeadCell>
          <HeadCell className="text-right max-md:px-2">Requests</HeadCell>
          <HeadCell className="text-right whitespace-nowrap max-md:px-4">Last seen</HeadCell>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ address, requests, lastSeenAt }) => (
          <Row key={address}>
            <Cell className="wrap-anywhere max-md:px-4 max-md:py-2">
              {address === otherAddresses ? (
                <span className="text-text-2">Other addresses</span>
              ) : (
                <span className="font-mono text-mono">{address}</span>
              )}
            </Cell>
            <Cell className="text-right max-md:px-2">{formatNumber(requests)}</Cell>
            <Cell
              className="text-right whitespace-nowrap text-text-2 max-md:px-4"
              title={formatDateTime(lastSeenAt)}
            >
              <Ago moment={lastSeenAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

// The same numbers as in the chart, newest first. Steps without a request are left out.
export function UsageTable({ apiKey, usage }: { apiKey: ApiKey; usage: KeyUsage }) {
  const { buckets, bucketSeconds } = usage;
  const used = buckets.filter((bucket) => requestsOf(bucket) > 0).toReversed();
  if (!used.length) return <p className="text-body text-text-2">No requests in this time.</p>;
  return (
    <Table aria-label="Requests by outcome">
      <thead>
        <tr>
          <HeadCell className="max-md:px-4">{bucketSeconds < daySeconds ? 'Time' : 'Day (UTC)'}</HeadCell>
          {outcomes.map(({ kind, label }) => (
            <HeadCell key={kind} className="text-right max-md:px-2 max-md:last:pr-4">
              {label}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {used.map((bucket) => (
          <Row key={bucket.start}>
            <Cell className="max-md:px-4">
              <RequestsLink {...{ apiKey, bucket, bucketSeconds }}>
                {bucketLabel(bucket.start, bucketSeconds)}
              </RequestsLink>
            </Cell>
            {outcomes.map(({ kind }) => (
              <Cell key={kind} className="text-right max-md:px-2 max-md:last:pr-4">
                {formatNumber(bucket[kind])}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const daySeconds = 24 * 3600;
