// A client of the session library for a session that is not this browser's, or not yet. It lives in memory alone: it neither
// replaces the session that is stored nor ends it.
export const openMemoryClient = async (name: string) => {
  const { AuthClient } = await import('@supabase/auth-js');
  return new AuthClient({
    url: `${window.location.origin}/api/auth/v1`,
    storageKey: name,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
};
