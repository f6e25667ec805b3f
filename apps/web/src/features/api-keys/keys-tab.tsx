import { isProfileComplete } from '@ballast/contract/auth/account-state';
import { type ApiKey, type Environment, keyMessages } from '@ballast/contract/keys/api-keys';
import type { UsageWindow } from '@ballast/contract/keys/key-usage';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, ListTree, Plus } from 'lucide-react';
import { Activity, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { environmentNames } from '../../domain/environment.ts';
import { lazyPartWith } from '../../domain/lazy-part.ts';
import type { TabProps } from '../../domain/tab-props.ts';
import { useRequestsLink } from '../../domain/use-requests-link.ts';
import { onIntent } from '../../lib/on-intent.ts';
import { portal } from '../../lib/portal.ts';
import { useSession } from '../../session/session-state.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Banner, RetryBanner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFirstShape } from '../../ui/feedback/first-screen.ts';
import { useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { firstStepsQuery } from './first-steps/first-steps-query.ts';
import { cardLinkId, createButtonId, moveFocus } from './focus.ts';
import { useDensity } from './list/density.tsx';
import { FoundKeys } from './list/found-keys.tsx';
import { loadKeyPage } from './list/key-link.tsx';
import { KeysLoading } from './list/keys-loading.tsx';
import { useSelection } from './list/selection.tsx';
import { useListShortcuts } from './list/use-list-shortcuts.ts';
import type { KeyAction, KeyModal } from './modals/key-modals.tsx';
import { LazyKeyModals, loadKeyModals } from './modals/load-on-demand.ts';
import { UsageSummary } from './usage/usage-summary.tsx';
import { useKeys } from './use-keys.ts';

const FirstSteps = lazyPartWith(() => import('./first-steps/first-steps.tsx'), 'FirstSteps', null);
const KeyPage = lazyPartWith(loadKeyPage, 'KeyPage', null);

// The list stays where it is while the page of a key lies above it. Switching the environment mounts the tab anew, so that all keys are hidden and no dialog is open.
export function KeysTab(props: TabProps) {
  const { keyId, environment, showEnvironment } = props;
  const [usageWindow, setUsageWindow] = useState<UsageWindow>('24h');
  useFocusAfterPage(keyId);
  return (
    <>
      <Activity mode={keyId ? 'hidden' : 'visible'}>
        <Keys key={environment} {...props} usageWindow={usageWindow} onUsageWindow={setUsageWindow} />
      </Activity>
      {keyId && <KeyPage key={keyId} id={keyId} showEnvironment={showEnvironment} />}
    </>
  );
}

const useFocusAfterPage = (keyId: string | null) => {
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (!keyId && left.current) moveFocus(cardLinkId(left.current));
    left.current = keyId;
  }, [keyId]);
};

const useWantedKey = ({ wantsNewKey, onNewKeyShown }: TabProps, loaded: boolean, showCreate: () => void) => {
  const showNow = useEffectEvent(() => {
    onNewKeyShown();
    showCreate();
  });
  useEffect(() => {
    if (wantsNewKey && loaded) showNow();
  }, [wantsNewKey, loaded]);
};

function NoKeys({ environment, off, action }: { environment: Environment; off: boolean; action: ReactNode }) {
  const name = environmentNames[environment].toLowerCase();
  return (
    <EmptyState
      icon={<KeyRound />}
      title={`No ${name} keys found`}
      text={off ? keyMessages.productionOff : `Create your first ${name} API key to get started`}
      action={action}
    />
  );
}

function Greeting({ keys, onFaucet }: { keys: ApiKey[]; onFaucet: () => void }) {
  const apiKey = keys.find(({ status }) => status === 'ACTIVE');
  const { data } = useQuery(firstStepsQuery(apiKey !== undefined));
  if (!data?.shown) return null;
  return <FirstSteps steps={data.steps} apiKey={apiKey} onFaucet={onFaucet} />;
}

function HeaderActions({ createButton }: { createButton: ReactNode }) {
  const link = useRequestsLink();
  return (
    <div className="flex flex-none gap-2 max-md:*:flex-1">
      <ButtonLink {...link} icon={<ListTree />}>
        Requests
      </ButtonLink>
      {createButton}
    </div>
  );
}

type KeysProps = TabProps & { usageWindow: UsageWindow; onUsageWindow: (window: UsageWindow) => void };

function Keys(props: KeysProps) {
  const { environment, header, keyId, goToFaucet, usageWindow, onUsageWindow } = props;
  const { user } = useSession();
  const keys = useKeys(environment);
  const [density, setDensity] = useDensity();
  const selection = useSelection(keys.pages?.flat() ?? []);
  useListShortcuts(selection);
  const loading = useDelayedLoading(keys.isPending);
  const firstShape = useFirstShape(keys.isPending);
  const { key, content, show, ...dialog } = useDialog<KeyModal>();
  const showKeyModal = useCallback((kind: KeyAction, apiKey: ApiKey) => show({ kind, apiKey }), [show]);

  const production = environment === 'PRODUCTION';
  const productionOff = production && !portal.productionKeys;
  const profileMissing = production && user !== null && !isProfileComplete(user);
  const showCreate = () => show({ kind: profileMissing ? 'complete-profile' : 'create' });
  const createButton = !productionOff && (
    <Button
      id={createButtonId}
      variant={production ? 'production' : 'primary'}
      icon={<Plus />}
      onClick={showCreate}
      {...onIntent(loadKeyModals)}
    >
      Create New Key
    </Button>
  );
  const loaded = !loading && keys.pages !== undefined;
  const empty = loaded && keys.isEmpty;
  useWantedKey(props, loaded, showCreate);

  return (
    <>
      <PageHeader {...header} action={!empty && <HeaderActions createButton={createButton} />} />
      <div className="flex flex-col gap-3">
        {keys.failure && !loading && !keys.nextPage.failed && (
          <RetryBanner message={keys.failure} onRetry={keys.retry} />
        )}
        {productionOff && !empty && <Banner variant="neutral">{keyMessages.productionOff}</Banner>}
        {(loading || firstShape) && <KeysLoading quiet={!loading} />}
        {empty && <NoKeys environment={environment} off={productionOff} action={createButton} />}
        {loaded && !empty && (
          <>
            <UsageSummary
              environment={environment}
              used={keys.pages?.flat().some(({ lastUsedAt }) => lastUsedAt !== null) ?? false}
              window={usageWindow}
              onWindow={onUsageWindow}
            />
            <FoundKeys
              keys={keys}
              selection={selection}
              density={density}
              onDensity={setDensity}
              usageWindow={usageWindow}
              onAction={showKeyModal}
              onDeleteMany={() => show({ kind: 'delete-many', keys: selection.keys })}
            />
          </>
        )}
        {loaded && !production && <Greeting keys={keys.pages?.flat() ?? []} onFaucet={goToFaucet} />}
      </div>
      {content && !keyId && (
        <LazyKeyModals
          key={key}
          dialog={{ ...dialog, content }}
          environment={environment}
          onCreated={keys.showAll}
          onManyDeleted={selection.end}
        />
      )}
    </>
  );
}
