import type { Environment } from '@ballast/contract/keys/api-keys';
import type { User } from '@ballast/contract/profile';
import type { TabName } from '@ballast/contract/screens';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { environmentNames, toSlug } from '../../domain/environment.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { AccountQueries } from '../../session/account-queries.tsx';
import { useSession } from '../../session/session-state.ts';
import { useFirstShape } from '../../ui/feedback/first-screen.ts';
import { Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader, type PageHeaderProps } from '../../ui/layout/page-header.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { DashboardNav } from './dashboard-nav.tsx';
import { requestsAbove, tabs } from './tabs.tsx';
import { firstTab, opensRequests, usePlace } from './use-place.ts';

// A tab that cannot be loaded is loaded again when it is drawn, and shows the failure then.
export const loadFirstTab = () => {
  const { content } = opensRequests() ? requestsAbove : tabs[firstTab()];
  return content.preload().catch(() => {});
};

export function DashboardScreen() {
  const { user } = useSession();
  // The user has just signed out, and the guard is about to redirect.
  if (!user) return null;
  return (
    <AccountQueries key={user.id}>
      <Dashboard user={user} />
    </AccountQueries>
  );
}

function Dashboard({ user }: { user: User }) {
  const { tab, environment, section, keyId, showsRequests, goTo, showEnvironment } = usePlace();
  // The tab is drawn after the shell, in steps that leave the browser free.
  const isShellDrawn = useDeferredValue(true, false);
  const createsKey = useLocation({ select: ({ state }) => state.createsKey === true });
  const [wantsNewKey, setWantsNewKey] = useState(createsKey);
  const createKey = () => {
    goTo({ tab: 'keys' });
    setWantsNewKey(true);
  };
  const { label, badge, lede, content: Content } = showsRequests ? requestsAbove : tabs[tab];
  const header = { title: label, badge, lede: lede[environment] };
  useDocumentTitle(
    keyId ? null : label,
    environment === 'PRODUCTION' ? environmentNames.PRODUCTION : undefined,
  );
  useEnvironmentOnBody(environment);

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-20 print:hidden rounded-2 bg-primary px-3 py-2 text-body font-medium text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      {environment === 'PRODUCTION' && <ProductionLine />}
      <DashboardHeader user={user} goTo={goTo} createKey={createKey} tab={tab} environment={environment} />
      <div className="flex">
        <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] print:hidden! w-51 flex-none overflow-y-auto border-r border-line p-3 pt-4 md:block lg:w-58">
          <DashboardNav tab={tab} environment={environment} onSelect={(name) => goTo({ tab: name })} />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-5 outline-none md:p-7 lg:px-10 lg:py-9"
        >
          <div className="mx-auto max-w-content">
            <Suspense fallback={<TabLoading tab={tab} header={header} />}>
              {isShellDrawn ? (
                <Content
                  environment={environment}
                  header={header}
                  section={section}
                  goToSection={(next) => goTo({ section: next })}
                  goToFaucet={() => goTo({ tab: 'faucet' })}
                  wantsNewKey={wantsNewKey}
                  onNewKeyShown={() => setWantsNewKey(false)}
                  keyId={keyId}
                  showEnvironment={showEnvironment}
                />
              ) : (
                <TabLoading tab={tab} header={header} />
              )}
            </Suspense>
          </div>
        </main>
      </div>
    </>
  );
}

// Among many browser tabs the icon tells which of them is live.
const showIcon = (environment: Environment) => {
  const name = environment === 'PRODUCTION' ? 'favicon-production' : 'favicon';
  document.querySelector('link[rel=icon]')?.setAttribute('href', `/${name}.svg`);
};

// Menus and dialogs are drawn beside the app, so they learn the environment from the body.
const useEnvironmentOnBody = (environment: Environment) => {
  useLayoutEffect(() => {
    document.body.dataset.env = toSlug(environment);
    showIcon(environment);
    return () => {
      delete document.body.dataset.env;
      showIcon('SANDBOX');
    };
  }, [environment]);
};

// The line is drawn outside of the app's root element, so that it stays above the scrim of a dialog.
function ProductionLine() {
  return createPortal(
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 border-t-3 border-prod-edge"
    />,
    document.body,
  );
}

function TabLoading({ tab, header }: { tab: TabName; header: PageHeaderProps }) {
  const late = useDelayedLoading(true);
  const shaped = useFirstShape(true) || late;
  return (
    <>
      <PageHeader {...header} />
      {shaped && (tab === 'keys' ? <KeysShape /> : <Card className="h-80" />)}
    </>
  );
}

function KeysShape() {
  return (
    <div className="flex flex-col gap-3">
      <Card className="h-25 md:h-[62px]" />
      <Card className="flex h-39 flex-col gap-3 p-5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-10" />
      </Card>
    </div>
  );
}
