import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { shownAddresses } from '@ballast/contract/keys/key-addresses';
import {
  type KeyUsageWindow,
  keyUsageWindows,
  requestsOf,
  type KeyUsage as Usage,
} from '@ballast/contract/keys/key-usage';
import { useQuery } from '@tanstack/react-query';
import { ChartColumnStacked, Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Chips } from '../../../ui/actions/chips.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { outcomes } from '../usage/outcomes.ts';
import { keyUsageQuery } from '../usage/usage-query.ts';
import { windowLabels } from '../usage/usage-words.ts';
import { OutcomeSwatch } from './outcome-texture.tsx';
import { LoadFailure, Section, UsageLoading } from './section.tsx';
import { UsageBars } from './usage-bars.tsx';
import { AddressTable, UsageTable } from './usage-tables.tsx';

const windows = Object.keys(keyUsageWindows) as KeyUsageWindow[];
const options = windows.map((value) => ({ value, label: windowLabels[value] }));

export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const { previous } = apiKey;
  const [window, setWindow] = useState<KeyUsageWindow>('24h');
  const [asTable, setAsTable] = useState(false);
  const query = useQuery(keyUsageQuery(apiKey.id, window));
  const { data } = query;
  if (query.isPending) return <UsageLoading />;
  return (
    <div className="flex flex-col gap-6">
      <Section
        title="Requests"
        lede="Updates within a minute."
        action={<Chips label="Usage of the last" options={options} value={window} onChange={setWindow} />}
      >
        <LoadFailure query={query} failed="Failed to load the usage of this key" />
        {data && (
          <>
            <Card className="px-4 py-4 md:px-5">
              <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <Legend {...data} />
                <Button
                  size="small"
                  variant="ghost"
                  className="-mx-2.5"
                  aria-pressed={asTable}
                  icon={asTable ? <ChartColumnStacked /> : <Table2 />}
                  onClick={() => setAsTable(!asTable)}
                >
                  {asTable ? 'Hide table' : 'Show as table'}
                </Button>
              </div>
              <UsageBars {...data} />
            </Card>
            {asTable && <UsageTable {...data} />}
          </>
        )}
      </Section>
      {previous && previous.addresses.length > 0 && (
        <Section
          title="Old key by address"
          lede={`Who still uses it: the top ${shownAddresses} IP addresses of the last 24 hours.`}
        >
          <AddressTable label="Requests with the old key by address" addresses={previous.addresses} />
        </Section>
      )}
      {data && data.addresses.length > 0 && (
        <Section
          title="By address"
          lede={`Top ${shownAddresses} IP addresses in this period, excluding rejected requests.`}
        >
          <AddressTable label="Requests by address" addresses={data.addresses} />
        </Section>
      )}
    </div>
  );
}

function Legend({ total, window }: Usage) {
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small tabular-nums">
      <div className="flex gap-1.5">
        <dt className="text-text-2">Requests, {windowLabels[window]}</dt>
        <dd className="text-text">{formatNumber(requestsOf(total))}</dd>
      </div>
      {outcomes.map(({ kind, label, colour }) => (
        <div key={kind} className="flex items-center gap-1.5">
          <dt className="flex items-center gap-1.5 text-text-2">
            <OutcomeSwatch kind={kind} colour={colour} />
            {label}
          </dt>
          <dd className="text-text">{formatNumber(total[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}
