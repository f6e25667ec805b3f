// Runs before the first paint, so that nobody who chose light sees a dark flash, and everybody sees at once what kind of page
// is coming, and does not wait for its parts one after the other. Must agree with src/lib/theme.ts and src/session/storage.ts.
(() => {
  let dark = true;
  let signedIn = false;
  let tab = 'keys';
  try {
    dark = localStorage.getItem('darkMode') !== 'false';
    signedIn = localStorage.getItem('authToken') !== null;
    tab = localStorage.getItem('dashboardTab');
  } catch {
    // Storage can be forbidden; dark is the default.
  }
  const dashboard = signedIn && /^\/(dashboard.*)?$/.test(location.pathname);
  document.body.dataset.shape = dashboard ? 'dashboard' : 'page';

  // The build lists the files of each screen and tab (vite.config.ts).
  const chunks = JSON.parse(document.querySelector('meta[name="chunks"]')?.content ?? '{}');
  const lists = [
    signedIn && chunks.session,
    ...(dashboard ? [chunks.dashboard, chunks[tab] ?? chunks.keys] : [chunks[location.pathname]]),
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
