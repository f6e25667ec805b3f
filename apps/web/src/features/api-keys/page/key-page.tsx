// The page of one key. It lies above the list, which waits below in its place.
import { ApiError } from '@ballast/contract/http/client';
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { environmentNames } from '../../../domain/environment.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { RetryBanner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { ExpiredBanner, LeakBanner } from '../key-notices.tsx';
import { keyQuery } from '../keys-query.ts';
import { type KeyAction, type KeyModal, KeyModals } from '../modals/key-modals.tsx';
import { BackToList, ShowAllKeys, useShowList } from './back-to-list.tsx';
import { KeyHeader, KeyOverview } from './key-header.tsx';
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

// The shape of the title and of the card with the value.
function KeyPageLoading() {
  return (
    <>
      <div className="mb-6 flex h-9 items-center gap-2.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4.5 w-16" />
      </div>
      <div className="flex flex-col gap-6">
        <Card>
          <div className="px-4 py-3.5 md:px-5 md:py-4">
            <Skeleton className="h-12.5 md:h-10" />
          </div>
          <div className="h-15 border-t border-line px-4 py-3 md:px-5">
            <Skeleton className="h-9 w-33" />
          </div>
        </Card>
        <LoadingText>Loading API key...</LoadingText>
      </div>
    </>
  );
}

function UnknownKey() {
  useDocumentTitle('Key not found');
  return (
    <>
      <h1 className="sr-only">Key not found</h1>
      <EmptyState
        icon={<KeyRound />}
        title="This key doesn’t exist"
        text="It was deleted or belongs to another account."
        action={<ShowAllKeys />}
      />
    </>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The command menu opened the page to rotate its key.
    rotatesKey?: boolean;
  }
}

// It asks once: a reload and the back button find the page alone.
const useRotation = (ask: () => void) => {
  const rotates = useRouterState({ select: ({ location }) => location.state.rotatesKey === true });
  const askOnce = useEffectEvent(() => {
    window.history.replaceState({ ...window.history.state, rotatesKey: false }, '');
    ask();
  });
  useEffect(() => {
    if (rotates) askOnce();
  }, [rotates]);
};

type FoundKeyProps = { apiKey: ApiKey; showEnvironment: (environment: Environment) => void };

function FoundKey({ apiKey, showEnvironment }: FoundKeyProps) {
  const { name, environment } = apiKey;
  const showList = useShowList();
  const { key, content, ...dialog } = useDialog<KeyModal>();
  const act = (kind: KeyAction) => dialog.show({ kind, apiKey });
  useRotation(() => act('rotate'));
  useDocumentTitle(name, environment === 'PRODUCTION' ? environmentNames.PRODUCTION : undefined);
  // It is shown once: switching the environment then leaves the page.
  useEffect(() => showEnvironment(environment), [environment]);
  return (
    <>
      <KeyHeader apiKey={apiKey} onAction={act} />
      <div className="flex flex-col gap-6">
        <LeakBanner apiKey={apiKey} onRotate={() => act('rotate')} />
        <ExpiredBanner {...apiKey} />
        <KeyOverview apiKey={apiKey} onAction={act} />
        <KeySections apiKey={apiKey} />
      </div>
      {content && (
        <KeyModals key={key} dialog={{ ...dialog, content }} environment={environment} onDeleted={showList} />
      )}
    </>
  );
}
