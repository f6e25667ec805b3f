import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import type { TabProps } from '../../domain/tab-props.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextLink } from '../../ui/text/link.tsx';
import { FaucetFacts } from './faucet-facts.tsx';
import { faucetQuery } from './faucet-query.ts';
import { QuickStart } from './quick-start.tsx';
import { RequestCard } from './request-card.tsx';
import { Transfers } from './transfers.tsx';

export function FaucetTab({ header }: TabProps) {
  const faucet = useQuery(faucetQuery);
  return (
    <>
      <PageHeader {...header} />
      <div className="grid gap-x-8 gap-y-9 lg:grid-cols-[minmax(0,1fr)_264px]">
        <QuickStart addressNeeded={faucet.data?.addressNeeded ?? false} />
        <aside aria-label="Faucet terms" className="flex flex-col gap-4 lg:row-span-2">
          {faucet.data && <RequestCard faucet={faucet.data} />}
          <FaucetFacts faucet={faucet.data} isPending={faucet.isPending} />
          <TextLink
            href="/docs/cli"
            target="_blank"
            rel="noreferrer"
            className="inline-flex w-fit items-center gap-1.5 text-small"
          >
            Read the CLI docs
            <ArrowUpRight className="size-3.5" />
          </TextLink>
        </aside>
        <Transfers faucet={faucet} />
      </div>
    </>
  );
}
