// Runs before the first paint, so that nobody who chose light sees a dark flash, and everybody sees at once what kind of page
// is coming. Must agree with src/lib/theme.ts and src/session/storage.ts.
(() => {
  let dark = true;
  let signedIn = false;
  try {
    dark = localStorage.getItem('darkMode') !== 'false';
    signedIn = localStorage.getItem('authToken') !== null;
  } catch {
    // Storage can be forbidden; dark is the default.
  }
  const dashboard = signedIn && /^\/(dashboard.*)?$/.test(location.pathname);
  document.body.dataset.shape = dashboard ? 'dashboard' : 'page';
  if (dark) return;
  document.body.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#F8FAFA');
})();
