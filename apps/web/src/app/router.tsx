// Addresses and their screens. Guards are in redirects.ts and run before every screen and after every change of
// session.
import { devUiScreen, screens } from '@ballast/contract/screens';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Suspense } from 'react';
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

// It is loaded where a link brought a session along, which the sign-in page need not wait for.
const SignedInAs = lazyPart(() => import('../domain/signed-in-as.tsx'), 'SignedInAs');

// It is loaded with the first call that wants a fresh proof.
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

// The guard answers `/` for everybody, so the route has nothing to show.
const home = createRoute({ getParentRoute: () => root, path: screens.home });

const auth = createRoute({ getParentRoute: () => root, path: screens.auth, component: AuthScreen });

const authCallback = createRoute({
  getParentRoute: () => root,
  path: screens.authCallback,
  component: lazyRouteComponent(
    () => import('../features/auth/callback/callback-screen.tsx'),
    'CallbackScreen',
  ),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: screens.secondFactor,
  component: lazyRouteComponent(
    () => import('../features/auth/second-factor/second-factor-screen.tsx'),
    'SecondFactorScreen',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: screens.verifyEmail,
  component: lazyRouteComponent(
    () => import('../features/auth/verify-email/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: screens.resetPassword,
  component: lazyRouteComponent(
    () => import('../features/auth/reset-password/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
});

const thisWasNotMe = createRoute({
  getParentRoute: () => root,
  path: screens.thisWasNotMe,
  component: lazyRouteComponent(
    () => import('../features/auth/mailed-link/this-was-not-me-screen.tsx'),
    'ThisWasNotMeScreen',
  ),
});

const keepAccount = createRoute({
  getParentRoute: () => root,
  path: screens.keepAccount,
  component: lazyRouteComponent(
    () => import('../features/auth/mailed-link/keep-account-screen.tsx'),
    'KeepAccountScreen',
  ),
});

const onboarding = createRoute({
  getParentRoute: () => root,
  path: screens.onboarding,
  component: lazyRouteComponent(
    () => import('../features/onboarding/onboarding-screen.tsx'),
    'OnboardingScreen',
  ),
});

const loadDashboard = async () => {
  const { DashboardScreen, loadFirstTab } = await import('./dashboard/dashboard-screen.tsx');
  await loadFirstTab();
  return { DashboardScreen };
};

const dashboard = createRoute({
  getParentRoute: () => root,
  path: screens.dashboard,
  component: lazyRouteComponent(loadDashboard, 'DashboardScreen'),
  loader: whenUserLoaded,
  pendingComponent: DashboardLoading,
  pendingMs: timings.dashboardLoadingAppearsMs,
});

// The dashboard draws it: the shell and the list below stay as they are.
const keyPage = createRoute({ getParentRoute: () => dashboard, path: 'keys/$keyId' });

const cliAuth = createRoute({
  getParentRoute: () => root,
  path: screens.cliAuth,
  component: lazyRouteComponent(() => import('../features/cli-auth/cli-auth-screen.tsx'), 'CliAuthScreen'),
});

const support = createRoute({
  getParentRoute: () => root,
  path: screens.support,
  component: lazyRouteComponent(() => import('../features/support/support-screen.tsx'), 'SupportScreen'),
});

const devUi = createRoute({
  getParentRoute: () => root,
  path: devUiScreen,
  component: lazyRouteComponent(() => import('./dev-ui/dev-ui-screen.tsx'), 'DevUiScreen'),
});

const routes = [
  home,
  auth,
  authCallback,
  secondFactor,
  verifyEmail,
  resetPassword,
  thisWasNotMe,
  keepAccount,
  onboarding,
  dashboard.addChildren([keyPage]),
  cliAuth,
  support,
];

export const router = createRouter({
  routeTree: root.addChildren(portal.production ? routes : [...routes, devUi]),
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
  if (router.state.location.pathname !== '/verify-email') {
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
