// The published session library, as a browser runs it: it keeps its session in memory and its cookies in a jar.
import { browserFetch } from '@ballast/harness/browser-fetch';
import { AuthClient } from '@supabase/auth-js';
import type { TestApp } from './test-app.ts';

const memory = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

export const openLibrary = (app: TestApp, headers: Record<string, string> = {}) =>
  new AuthClient({
    url: `${app.baseUrl}/auth/v1`,
    headers,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: memory(),
    storageKey: crypto.randomUUID(),
    fetch: browserFetch(),
    experimental: { recoveryCodes: true },
  });

type Library = ReturnType<typeof openLibrary>;

export const libraryOf = async (
  app: TestApp,
  session: { access_token: string; refresh_token: string },
  headers?: Record<string, string>,
): Promise<Library> => {
  const library = openLibrary(app, headers);
  const { error } = await library.setSession(session);
  if (error) throw error;
  return library;
};
