// Theme, shape and parts of the page, before its first paint. Must agree with src/lib/theme.ts and src/session/storage.ts.
(() => {
  let dark = true;
  let signedIn = false;
  let tab = 'keys';
  try {
    dark = localStorage.getItem('darkMode') !== 'false';
    signedIn = localStorage.getItem('authToken') !== null;
    tab = localStorage.getItem('dashboardTab');
  } catch {
    // Storage can be forbidden.
  }
  const path = location.pathname;
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

  if (dark) return;
  document.body.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#F8FAFA');
})();
