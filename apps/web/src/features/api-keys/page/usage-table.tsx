import { type KeyUsage, requestsOf } from '@ballast/contract/keys/key-usage';
import { formatNumber } from '../../../lib/numbers.ts';
import { Cell, HeadCell, Row, Table } from '../../../ui/layout/table.tsx';
import { outcomes } from '../usage/outcomes.ts';
import { bucketLabel } from '../usage/usage-words.ts';

// The same numbers as in the chart, newest first. Steps without a request are left out.
export function UsageTable({ buckets, bucketSeconds }: KeyUsage) {
  const used = buckets.filter((bucket) => requestsOf(bucket) > 0).toReversed();
  if (!used.length) return <p className="text-body text-text-2">No requests in this time.</p>;
  return (
    <Table aria-label="Requests by outcome">
      <thead>
        <tr>
          <HeadCell className="max-md:px-4">{bucketSeconds < daySeconds ? 'Hour' : 'Day (UTC)'}</HeadCell>
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
            <Cell className="max-md:px-4">{bucketLabel(bucket.start, bucketSeconds)}</Cell>
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
