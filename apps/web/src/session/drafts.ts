// Unsent input of forms. It lives as long as the page and the sign-in, and is never stored on a computer that may be shared.
import { sessionState, subscribeToSession } from './session-state.ts';

type Draft = Record<string, unknown>;

const drafts = new Map<string, Draft>();
let ownerId: string | undefined;

subscribeToSession(() => {
  const userId = sessionState().user?.id;
  if (userId !== ownerId) drafts.clear();
  ownerId = userId;
});

export const readDraft = (name: string): Draft => drafts.get(name) ?? {};

export const keepDraft = (name: string, draft: Draft) => {
  ownerId = sessionState().user?.id;
  if (ownerId && Object.keys(draft).length) drafts.set(name, draft);
  else drafts.delete(name);
};

export const dropDraft = (name: string) => drafts.delete(name);
