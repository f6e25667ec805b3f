// Runs before the first paint, so that nobody who chose light sees a dark flash. Must agree with src/lib/theme.ts.
(() => {
  let dark = true;
  try {
    dark = localStorage.getItem('darkMode') !== 'false';
  } catch {
    // Storage can be forbidden; dark is the default.
  }
  if (dark) return;
  document.body.className = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#F8FAFA');
})();
