// Theme, shape and parts of the page, before its first paint. Must agree with src/lib/theme.ts, src/session/browser-storage.ts and
// src/session/first-profile.ts.
(() => {
  let dark = true;
  let signedIn = false;
  let tab = 'keys';
  let session = null;
  try {
    dark = localStorage.getItem('darkMode') !== 'false';
    signedIn = localStorage.getItem('authToken') !== null;
    tab = localStorage.getItem('dashboardTab');
    session = JSON.parse(localStorage.getItem('keptSession'));
  } catch {
    // Storage can be forbidden, and hold anything.
  }
  const path = location.pathname;
  // The page of a key lies above the keys.
  if (path.startsWith('/dashboard/keys/')) tab = 'keys';
  const dashboard = signedIn && /^\/(dashboard.*)?$/.test(path);
  document.body.dataset.shape = dashboard ? 'dashboard' : 'page';

  // Written by vite/name-chunks.ts.
  const chunks = JSON.parse(document.querySelector('meta[name="chunks"]')?.content ?? '{}');
  const lists = [
    signedIn && chunks.session,
    ...(dashboard ? [chunks.dashboard, chunks[tab] ?? chunks.keys] : [chunks[path]]),
    location.hash && chunks[`${path}#`],
  ];
  for (const file of new Set(lists.flatMap((list) => list || []))) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }

  // A token that is about to end is renewed first, and a second factor is shown first: the app knows how.
  const hasTime = session?.expires_at > Date.now() / 1000 + 120;
  if (dashboard && hasTime && !session.user?.factors?.length) {
    const address = '/api/users/profile';
    const authorization = `Bearer ${session.access_token}`;
    const answer = fetch(address, { headers: { accept: 'application/json', authorization } });
    answer.catch(() => {});
    window.firstProfile = { address, authorization, answer };
  }

  if (dark) return;
  document.body.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#F8FAFA');
})();
