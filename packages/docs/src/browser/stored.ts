// What the pages keep in the browser, and the portal's session, which they only read. Storage can be forbidden or full: a choice
// then lasts until the page is left.
export const readStored = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const store = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
};

// The web app writes these two.
export const sessionKeys = { token: 'authToken', session: 'keptSession' };

export const isSignedIn = () => readStored(sessionKeys.token) !== null;

// Only the web app renews a session, so one that has ended is as good as none.
export const accessToken = () => {
  try {
    const session = JSON.parse(readStored(sessionKeys.session) ?? 'null');
    return session?.expires_at * 1000 > Date.now() ? String(session.access_token) : null;
  } catch {
    return null;
  }
};
