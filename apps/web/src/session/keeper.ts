// Keeps the session alive with @supabase/auth-js, which refreshes tokens before they expire and reports sign-outs.
import type { AuthClient, SupportedStorage } from '@supabase/auth-js';
import { keepSession } from './keep-session.ts';
import { keptSession, type NewSession } from './kept-session.ts';
import { isReplaced, repeatingFetch } from './step-up/repeat-refused.ts';
import { stored } from './storage.ts';
import { endSession, readLevel, writeKeptToken } from './store.ts';

// The answer to a change of password brings a new access token with the user, if the current one came along as a proof.
type SavedSession = NewSession & {
  user?: { session?: Pick<NewSession, 'access_token' | 'expires_in'> };
};

const keepFromLibrary = ({ user, ...tokens }: SavedSession) => {
  const { session: proven, ...rest } = user ?? {};
  const session = { ...tokens, ...(user && { user: rest }) };
  const kept = keptSession();
  if (proven) {
    const { access_token, expires_in } = proven;
    return keepSession({ ...session, access_token, expires_in });
  }
  if (!kept || !isReplaced(session.access_token)) return keepSession(session);
  const { access_token, refresh_token, expires_in } = kept;
  keepSession({ ...session, access_token, refresh_token, expires_in });
};

// The library also removes keys of flows that the portal never starts; only the session itself is kept.
const keptStorage: SupportedStorage = {
  getItem: (key) => (key === stored.keptSession.key ? stored.keptSession.read() : null),
  setItem: (key, value) => {
    if (key === stored.keptSession.key) keepFromLibrary(JSON.parse(value));
  },
  removeItem: (key) => {
    if (key === stored.keptSession.key) stored.keptSession.remove();
  },
};

// These bring a new access token for the session that is there.
const renewals = new Set(['TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED', 'USER_UPDATED']);

export type Keeper = InstanceType<typeof AuthClient>;

const load = async (): Promise<Keeper> => {
  const { AuthClient } = await import('@supabase/auth-js');
  const client = new AuthClient({
    url: `${window.location.origin}/api/auth/v1`,
    storageKey: stored.keptSession.key,
    storage: keptStorage,
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    fetch: repeatingFetch,
    experimental: { recoveryCodes: true },
  });
  // Events also come from other tabs and can be late, so they are checked against what is stored.
  client.onAuthStateChange((event, session) => {
    const kept = keptSession();
    if (renewals.has(event) && session && kept) {
      writeKeptToken();
      readLevel();
    }
    if (event === 'SIGNED_OUT' && !kept) endSession();
  });
  return client;
};

let loading: Promise<Keeper> | null = null;
let loaded: Keeper | null = null;

const loadOnce = async () => {
  try {
    loaded = await load();
    return loaded;
  } catch (error) {
    loading = null;
    throw error;
  }
};

export const sessionKeeper = () => {
  loading ??= loadOnce();
  return loading;
};

// Several calls can find that the same keeper has failed; the first of them replaces it.
export const replaceKeeper = (worn: Keeper) => {
  if (loaded === worn) {
    loaded = null;
    loading = null;
    worn.dispose();
  }
  return sessionKeeper();
};
