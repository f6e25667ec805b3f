// A call that was refused for want of a fresh proof waits here while the person gives one. Calls that are refused meanwhile
// wait for the same proof.
import type { StepUpMethod } from '@ballast/contract/auth/second-factors';
import { useSyncExternalStore } from 'react';
import { sessionState, subscribeToSession } from '../session-state.ts';

type StepUp = {
  // Each dialog has a number of its own.
  number: number;
  methods: StepUpMethod[];
  open: boolean;
};

let stepUp: StepUp = { number: 0, methods: [], open: false };
let waiting: ((proven: boolean) => void)[] = [];
let askedUserId: string | undefined;
const listeners = new Set<() => void>();

const publish = (next: StepUp) => {
  stepUp = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStepUp = () => useSyncExternalStore(subscribe, () => stepUp);

// Says whether the person has proven who they are.
export const askForProof = (methods: StepUpMethod[] = []) =>
  new Promise<boolean>((resolve) => {
    waiting.push(resolve);
    if (stepUp.open) return;
    askedUserId = sessionState().user?.id;
    publish({ number: stepUp.number + 1, methods, open: true });
  });

export const endStepUp = (proven: boolean) => {
  const settled = waiting;
  waiting = [];
  if (stepUp.open) publish({ ...stepUp, open: false });
  for (const settle of settled) settle(proven);
};

// A sign-out, here or in another tab, ends the step-up: a waiting call must not go on in another account.
subscribeToSession(() => {
  if (stepUp.open && sessionState().user?.id !== askedUserId) endStepUp(false);
});
