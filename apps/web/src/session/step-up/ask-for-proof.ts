// A call that needs a fresh proof waits here until the person has given one. Calls that are refused meanwhile wait for the same proof.
import type { StepUpMethod } from '@ballast/contract/auth/second-factors';
import type { RefusedCall } from '@ballast/contract/http/client';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/create-store.ts';
import { sessionState, subscribeToSession } from '../session-state.ts';

type StepUp = {
  number: number;
  methods: StepUpMethod[];
  open: boolean;
  refused: RefusedCall | null;
};

const { read, publish, subscribe } = createStore<StepUp>({
  number: 0,
  methods: [],
  open: false,
  refused: null,
});
let waiting: ((proven: boolean) => void)[] = [];
let userId: string | undefined;

export const useStepUp = () => useSyncExternalStore(subscribe, read);

// Says whether the person has proven who they are.
export const askForProof = (methods: StepUpMethod[] = [], refused: RefusedCall | null = null) =>
  new Promise<boolean>((resolve) => {
    waiting.push(resolve);
    if (read().open) return;
    userId = sessionState().user?.id;
    publish({ number: read().number + 1, methods, open: true, refused });
  });

export const endStepUp = (proven: boolean) => {
  const settled = waiting;
  waiting = [];
  if (read().open) publish({ ...read(), open: false });
  for (const settle of settled) settle(proven);
};

// A sign-out, here or in another tab, ends the step-up: a waiting call must not go on in another account.
subscribeToSession(() => {
  if (read().open && sessionState().user?.id !== userId) endStepUp(false);
});
