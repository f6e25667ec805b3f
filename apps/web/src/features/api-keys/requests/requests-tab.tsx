// All requests of an environment. It lies above the keys.
import { type Environment, listKeys } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { environmentNames } from '../../../domain/environment.ts';
import type { TabProps } from '../../../domain/tab-props.ts';
import { call } from '../../../session/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { BackToList, ShowAllKeys } from '../page/back-to-list.tsx';
import { FirstRequest } from './first-request.tsx';
import { RequestLog } from './request-log.tsx';

export function RequestsTab({ environment, header, showEnvironment }: TabProps) {
  return (
    <>
      <BackToList />
      <PageHeader {...header} />
      <RequestLog
        key={environment}
        environment={environment}
        showEnvironment={showEnvironment}
        empty={<NoRequests environment={environment} />}
      />
    </>
  );
}

// The newest key is the one that somebody wants to try.
function NoRequests({ environment }: { environment: Environment }) {
  const { data } = useQuery({
    queryKey: ['key-to-try', environment],
    queryFn: () => call(listKeys, { query: { environment, status: 'active', limit: '1' } }),
  });
  if (!data) return null;
  const [apiKey] = data;
  if (apiKey) return <FirstRequest apiKey={apiKey} />;
  const name = environmentNames[environment].toLowerCase();
  return (
    <EmptyState
      icon={<KeyRound />}
      title="No requests yet"
      text={`Create a ${name} key to make your first one.`}
      action={<ShowAllKeys />}
    />
  );
}
