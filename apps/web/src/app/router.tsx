// Makes a route of every screen. The guard (redirects.ts) runs before each of them and after every change of session.
import { dashboardPlaces, devUiScreen, screens } from '@ballast/contract/screens';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../domain/lazy-part.ts';
import { AuthScreen } from '../features/auth/sign-in/auth-screen.tsx';
import { portal } from '../lib/portal.ts';
import { timings } from '../lib/timings.ts';
import { stored } from '../session/browser-storage.ts';
import { sessionState, subscribeToSession, useSession, whenUserLoaded } from '../session/session-state.ts';
import { useStepUp } from '../session/step-up/ask-for-proof.ts';
import { Toasts } from '../ui/feedback/toast.tsx';
import { DashboardLoading } from './dashboard/dashboard-loading.tsx';
import { FailureScreen } from './failure-screen.tsx';
import { findRedirect } from './redirects.ts';

const redirectTarget = ({ pathname, searchStr }: { pathname: string; searchStr: string }) =>
  findRedirect({ pathname, search: searchStr }, sessionState());

const root = createRootRoute({
  beforeLoad: ({ location }) => {
    const target = redirectTarget(location);
    if (target) throw redirect({ href: target, replace: true });
  },
  component: RootScreen,
  notFoundComponent: lazyRouteComponent(() => import('./not-found-screen.tsx'), 'NotFoundScreen'),
});

const SignedInAs = lazyPart(() => import('../domain/signed-in-as.tsx'), 'SignedInAs');

const StepUpDialog = lazyPart(() => import('../domain/step-up/step-up-dialog.tsx'), 'StepUpDialog');

function RootScreen() {
  const { user } = useSession();
  const { number, ...stepUp } = useStepUp();
  return (
    <>
      {user && stored.userFromAddress.read() === user.id && (
        <Suspense>
          <SignedInAs />
        </Suspense>
      )}
      <Outlet />
      {number > 0 && (
        <Suspense>
          <StepUpDialog key={number} {...stepUp} />
        </Suspense>
      )}
      <Toasts />
    </>
  );
}

const screenFiles = import.meta.glob<Record<string, ComponentType>>([
  '../features/**/*-screen.tsx',
  '!**/auth-screen.tsx',
]);

const lazyScreen = (name: string) => {
  const [, load] = Object.entries(screenFiles).find(([file]) => file.endsWith(`/${name}-screen.tsx`)) ?? [];
  if (!load) throw new Error(`No feature has a ${name}-screen.tsx`);
  const component = name.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
  return lazyRouteComponent(load, `${component}Screen`);
};

const loadDashboard = async () => {
  const { DashboardScreen, loadFirstTab } = await import('./dashboard/dashboard-screen.tsx');
  await loadFirstTab();
  return { DashboardScreen };
};

const dashboard = createRoute({
  getParentRoute: () => root,
  path: screens.dashboard.path,
  component: lazyRouteComponent(loadDashboard, 'DashboardScreen'),
  loader: whenUserLoaded,
  pendingComponent: DashboardLoading,
  pendingMs: timings.dashboardLoadingAppearsMs,
});

// The dashboard draws it above the list, which stays as it is.
const keyPage = createRoute({ getParentRoute: () => dashboard, path: 'keys/$keyId' });

const places = dashboardPlaces.map((path) => createRoute({ getParentRoute: () => dashboard, path }));

// The guard redirects everybody away from `/`. The first page of most visits is not loaded apart.
const eager = { home: () => null, auth: AuthScreen };

const { dashboard: _, ...others } = screens;
const routes = Object.entries({ ...others }).map(([name, { path }]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: name in eager ? eager[name as keyof typeof eager] : lazyScreen(name),
  }),
);

const devUi = createRoute({
  getParentRoute: () => root,
  path: devUiScreen,
  component: lazyRouteComponent(() => import('./dev-ui/dev-ui-screen.tsx'), 'DevUiScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...routes,
    dashboard.addChildren([keyPage, ...places]),
    ...(portal.production ? [] : [devUi]),
  ]),
  // Parameters are plain text: the router's own reading would turn a token of digits into a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search).toString();
    return text && `?${text}`;
  },
  caseSensitive: true,
  notFoundMode: 'root',
  defaultErrorComponent: FailureScreen,
  scrollRestoration: true,
  defaultPendingMs: timings.loadingAppearsMs,
  defaultPendingMinMs: timings.loadingStaysMs,
});

// /verify-email navigates by itself after it has shown its result; only a sign-out ends it at once. Where the guard has
// no redirect, the page is left alone: invalidating it would also reset the scroll position.
subscribeToSession(() => {
  if (router.state.location.pathname !== screens['verify-email'].path) {
    if (redirectTarget(router.latestLocation)) router.invalidate();
  } else if (!sessionState().authenticated) {
    router.navigate({ to: '/auth', replace: true });
  }
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
