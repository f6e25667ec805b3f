import { ApiError } from '@ballast/contract/client';
import type { User } from '@ballast/contract/profile';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useSession } from '../../session/store.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { DashboardNav } from './dashboard-nav.tsx';
import { tabs } from './tabs.tsx';
import { usePlace } from './use-place.ts';

export function DashboardScreen() {
  const { user } = useSession();
  // Signed out this moment: the guard is about to lead away.
  if (!user) return null;
  // Another account must not see what was fetched for this one.
  return <Dashboard key={user.id} user={user} />;
}

// What the server refuses it refuses again; only its absence is worth another try.
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

function Dashboard({ user }: { user: User }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        // Being offline is a failure like any other, told at once.
        defaultOptions: {
          queries: { retry: worthRetrying, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  const { tab, environment, goTo } = usePlace();
  const { label, badge, lede, content: Content } = tabs[tab];
  useDocumentTitle(label, environment === 'production' ? 'Production' : undefined);
  useEnvironmentOnBody(environment);

  return (
    <QueryClientProvider client={queryClient}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-20 rounded-2 bg-primary px-3 py-2 text-body font-medium text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      {environment === 'production' && <ProductionLine />}
      <DashboardHeader user={user} goTo={goTo} tab={tab} environment={environment} />
      <div className="flex">
        <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-51 flex-none overflow-y-auto border-r border-line p-3 pt-4 md:block lg:w-58">
          <DashboardNav tab={tab} environment={environment} onSelect={(name) => goTo({ tab: name })} />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-5 outline-none md:p-7 lg:px-10 lg:py-9"
        >
          <div className="mx-auto max-w-content">
            <PageHeader title={label} badge={badge} lede={lede[environment]} />
            <Suspense>{Content && <Content />}</Suspense>
          </div>
        </main>
      </div>
    </QueryClientProvider>
  );
}

// Menus and dialogs are drawn beside the app, so they learn the environment from the body.
const useEnvironmentOnBody = (environment: string) => {
  useLayoutEffect(() => {
    document.body.dataset.env = environment;
    return () => {
      delete document.body.dataset.env;
    };
  }, [environment]);
};

// Outside the app's own layer, so that it stays above the scrim of a dialog.
function ProductionLine() {
  return createPortal(
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 border-t-3 border-prod-edge"
    />,
    document.body,
  );
}
