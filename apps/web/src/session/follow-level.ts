// What this session had shown may be removed elsewhere, from another browser. The server then refuses its calls, and its next
// token says that the second factor is due again: the guard leads on from there.
import type { ApiError } from '@ballast/contract/http/client';
import { sessionKeeper } from './keeper.ts';
import { sessionState } from './store.ts';

export const followLevel = ({ code }: ApiError) => {
  if (code !== 'insufficient_aal' || sessionState().secondFactorDue) return;
  sessionKeeper()
    .then((keeper) => keeper.refreshSession())
    .catch(() => {});
};
