// Which of its views the sign-in page shows. The history remembers it, so that the back button finds it again.
import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router';

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

// A page that is loaded begins with the choice, also where the history knows better: everybody who types the address expects it.
const keyOf = (state: object | null) => (state && '__TSR_key' in state ? state.__TSR_key : undefined);
const keyAtLoad = keyOf(window.history.state);
const isFreshlyLoaded = (state: HistoryState) => keyAtLoad !== undefined && keyOf(state) === keyAtLoad;

// A page elsewhere can link to `/auth#sign-up`.
export const useAuthStep = () => {
  const { state: entry, hash, pathname, searchStr } = useLocation();
  const state: HistoryState = isFreshlyLoaded(entry) ? {} : entry;
  const { history } = useRouter();
  const address = `${pathname}${searchStr}`;
  return {
    step: state.authStep ?? steps.find((step) => step === hash) ?? null,
    emailVerified: state.emailVerified === true,
    show: (authStep: AuthStep) => history.push(address, { authStep, authStepPushed: true }),
    leave: () => (state.authStepPushed ? history.back() : history.replace(address)),
  };
};
