// Which of its views the sign-in page shows. The history remembers it, so that the back button and a reload find it again.
import { useLocation, useRouter } from '@tanstack/react-router';

const steps = ['sign-in', 'sign-up'] as const;
export type AuthStep = (typeof steps)[number];

declare module '@tanstack/react-router' {
  interface HistoryState {
    authStep?: AuthStep;
    // This page's own view led here, so one step back shows it again.
    authStepPushed?: boolean;
    // The link of a verification mail led here.
    emailVerified?: boolean;
  }
}

// A page elsewhere can link to `/auth#sign-up`.
export const useAuthStep = () => {
  const { state, hash, pathname, searchStr } = useLocation();
  const { history } = useRouter();
  const address = `${pathname}${searchStr}`;
  return {
    step: state.authStep ?? steps.find((step) => step === hash) ?? null,
    emailVerified: state.emailVerified === true,
    show: (authStep: AuthStep) => history.push(address, { authStep, authStepPushed: true }),
    leave: () => (state.authStepPushed ? history.back() : history.replace(address)),
  };
};
