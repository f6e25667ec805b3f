// Keeps the session alive with @supabase/auth-js, which refreshes tokens before they expire and reports sign-outs.
import type { ApiError } from '@ballast/contract/http/client';
import type { SupportedStorage } from '@supabase/auth-js';
import { stored } from './browser-storage.ts';
import { saveSession } from './save-session.ts';
import { copyAccessToken, endSession, readAssurance, sessionState } from './session-state.ts';
import { isReplaced, repeatingFetch } from './step-up/repeat-refused.ts';
import { type NewSession, storedSession } from './stored-session.ts';

// The answer to a change of password brings a new access token with the user, if the current one came along as a proof.
type SavedSession = NewSession & {
  user?: { session?: Pick<NewSession, 'access_token' | 'expires_in'> };
};

const saveFromLibrary = ({ user, ...tokens }: SavedSession) => {
  const { session: proven, ...rest } = user ?? {};
  const session = { ...tokens, ...(user && { user: rest }) };
  const current = storedSession();
  if (proven) {
    const { access_token, expires_in } = proven;
    return saveSession({ ...session, access_token, expires_in });
  }
  if (!current || !isReplaced(session.access_token)) return saveSession(session);
  const { access_token, refresh_token, expires_in } = current;
  saveSession({ ...session, access_token, refresh_token, expires_in });
};

// The library also removes keys of flows that the portal never starts; only the session itself is stored.
const libraryStorage: SupportedStorage = {
  getItem: (key) => (key === stored.session.key ? stored.session.read() : null),
  setItem: (key, value) => {
    if (key === stored.session.key) saveFromLibrary(JSON.parse(value));
  },
  removeItem: (key) => {
    if (key === stored.session.key) stored.session.remove();
  },
};

// These events bring a new access token for the stored session.
const renewals = new Set(['TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED', 'USER_UPDATED']);

type Library = typeof import('@supabase/auth-js');
export type AuthClient = InstanceType<Library['AuthClient']>;
type Options = ConstructorParameters<Library['AuthClient']>[0];

const createClient = async (options: Options) => {
  const { AuthClient } = await import('@supabase/auth-js');
  return new AuthClient({
    url: `${window.location.origin}/api/auth/v1`,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    ...options,
  });
};

// A client for a session that is not this browser's, or not yet. It neither replaces the stored session nor ends it.
export const openMemoryClient = (name: string) =>
  createClient({ storageKey: name, persistSession: false, autoRefreshToken: false });

let loading: Promise<AuthClient> | null = null;
let loaded: AuthClient | null = null;

const load = async () => {
  loaded = await createClient({
    storageKey: stored.session.key,
    storage: libraryStorage,
    autoRefreshToken: true,
    persistSession: true,
    fetch: repeatingFetch,
  });
  // Events also come from other tabs and can be late, so they are checked against what is stored.
  loaded.onAuthStateChange((event, session) => {
    const current = storedSession();
    if (renewals.has(event) && session && current) {
      copyAccessToken();
      readAssurance();
    }
    if (event === 'SIGNED_OUT' && !current) endSession();
  });
  return loaded;
};

export const authClient = () => {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
};

// Several calls can find that the same client has failed; the first of them replaces it.
export const replaceAuthClient = (failed: AuthClient) => {
  if (loaded === failed) {
    loaded = null;
    loading = null;
    failed.dispose();
  }
  return authClient();
};

// Another browser may have removed the proof of this session. The server then refuses its calls. The next token says that the
// second factor is due again, and the guard redirects.
export const refreshAssurance = ({ code }: ApiError) => {
  if (code !== 'insufficient_aal' || sessionState().secondFactorDue) return;
  authClient()
    .then((client) => client.refreshSession())
    .catch(() => {});
};
