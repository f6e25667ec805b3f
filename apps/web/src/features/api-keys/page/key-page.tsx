// The page of one key. It lies above the list, which waits below in its place.
import { ApiError } from '@ballast/contract/http/client';
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { environmentNames } from '../../../domain/environment.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { keyQuery } from '../keys-query.ts';
import { LeakBanner } from '../leak-banner.tsx';
import { KeyModals } from '../modals/key-modals.tsx';
import { useKeyModal } from '../modals/use-key-modal.ts';
import { BackToList, ShowAllKeys, useShowList } from './back-to-list.tsx';
import { KeyHeader } from './key-header.tsx';
import { KeyNotices } from './key-notices.tsx';
import { KeyOverview } from './key-overview.tsx';
import { KeyPageLoading } from './key-page-loading.tsx';
import { KeySections } from './key-sections.tsx';

type KeyPageProps = { id: string; showEnvironment: (environment: Environment) => void };

export function KeyPage({ id, showEnvironment }: KeyPageProps) {
  const { data, error, isPending, refetch } = useQuery(keyQuery(id));
  const loading = useDelayedLoading(isPending);
  const apiKey = data?.[0];
  const missing = data?.length === 0 || isNoId(error);
  return (
    <>
      <BackToList />
      {!apiKey && !missing && <h1 className="sr-only">API key</h1>}
      {loading && !apiKey && <KeyPageLoading />}
      {missing && !loading && <UnknownKey />}
      {error && !missing && !loading && (
        <RetryBanner
          message={failureMessage(error, 'Failed to load this API key')}
          onRetry={() => void refetch()}
        />
      )}
      {apiKey && !loading && <FoundKey apiKey={apiKey} showEnvironment={showEnvironment} />}
    </>
  );
}

const isNoId = (error: unknown) => error instanceof ApiError && error.status === 422;

function UnknownKey() {
  useDocumentTitle('Key not found');
  return (
    <>
      <h1 className="sr-only">Key not found</h1>
      <EmptyState
        icon={<KeyRound />}
        title="This key does not exist"
        text="It was deleted, or it belongs to another account."
        action={<ShowAllKeys />}
      />
    </>
  );
}

type FoundKeyProps = { apiKey: ApiKey; showEnvironment: (environment: Environment) => void };

function FoundKey({ apiKey, showEnvironment }: FoundKeyProps) {
  const { name, environment } = apiKey;
  const showList = useShowList();
  const { modal, opening, open, show, close, openAgain, replace } = useKeyModal();
  useDocumentTitle(name, environment === 'PRODUCTION' ? environmentNames.PRODUCTION : undefined);
  // It is shown once: whoever then switches the environment leaves the page.
  useEffect(() => showEnvironment(environment), [environment]);
  return (
    <>
      <KeyHeader apiKey={apiKey} onAction={(kind) => show({ kind, apiKey })} />
      <div className="flex flex-col gap-6">
        <LeakBanner apiKey={apiKey} onRotate={() => show({ kind: 'rotate', apiKey })} />
        <KeyNotices apiKey={apiKey} />
        <KeyOverview apiKey={apiKey} onAction={(kind) => show({ kind, apiKey })} />
        <KeySections apiKey={apiKey} />
      </div>
      {modal && (
        <KeyModals
          key={opening}
          modal={modal}
          open={open}
          environment={environment}
          onReplace={(next) => replace(opening, next)}
          onDeleted={showList}
          onClose={() => close(opening)}
          onOpenAgain={() => openAgain(opening)}
        />
      )}
    </>
  );
}
