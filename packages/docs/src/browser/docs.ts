// The script of every page: theme, menu, copying, and loading the search and the forms when somebody uses them.
const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;
const all = (selector: string) => document.querySelectorAll<HTMLButtonElement>(selector);

// The class and the key in the storage are those of the portal's web app.
const toggle = one('.theme');
const isDark = () => !document.body.classList.contains('light');
const showTheme = (theme: 'dark' | 'light') => {
  document.body.classList.remove('dark', 'light');
  document.body.classList.add(theme);
  one('meta[name="theme-color"]').setAttribute('content', theme === 'dark' ? '#0A0C0D' : '#F8FAFA');
  toggle.ariaLabel = `Switch to ${theme === 'dark' ? 'light' : 'dark'} theme`;
};
showTheme(isDark() ? 'dark' : 'light');
toggle.addEventListener('click', () => {
  showTheme(isDark() ? 'light' : 'dark');
  try {
    localStorage.setItem('darkMode', String(isDark()));
  } catch {
    // Storage can be forbidden or full; the choice then lasts until the page is left.
  }
});
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'darkMode') showTheme(newValue === 'false' ? 'light' : 'dark');
});

const menu = one('.menu');
const pages = one('#pages');
const isOpen = () => menu.ariaExpanded === 'true';
const openMenu = (open: boolean) => {
  pages.classList.toggle('open', open);
  menu.ariaExpanded = String(open);
};
menu.addEventListener('click', () => openMenu(!isOpen()));
pages.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('a')) openMenu(false);
});
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !isOpen()) return;
  openMenu(false);
  menu.focus();
});

const copiedMs = 2000;
for (const button of all('.copy')) {
  button.hidden = false;
  const showCopied = (copied: boolean) => {
    button.textContent = copied ? 'Copied' : 'Copy';
    button.classList.toggle('done', copied);
  };
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling?.textContent ?? '');
    showCopied(true);
    setTimeout(() => showCopied(false), copiedMs);
  });
}

const field = one<HTMLInputElement>('#search');
const loadSearch = () =>
  import('./search.ts').then(({ openSearch }) => openSearch(field, one('.search').dataset.index ?? ''));
field.addEventListener('focus', loadSearch, { once: true });
addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).closest?.('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

// An address that leads to a hidden call shows it.
const portalOnly = document.querySelector<HTMLInputElement>('#show-portal-only');
const showTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!portalOnly || !target?.closest('.portal-only') || portalOnly.checked) return;
  portalOnly.checked = true;
  target.scrollIntoView();
};
addEventListener('hashchange', showTarget);
showTarget();

for (const button of all('.try')) {
  button.hidden = false;
  button.ariaExpanded = 'false';
  let opened: Promise<HTMLFormElement> | undefined;
  const openForm = async () => {
    const tryIt = await import('./try-it.ts');
    return tryIt.openForm(button.closest('article') as HTMLElement);
  };
  button.addEventListener('click', async () => {
    const isFirst = !opened;
    opened ??= openForm();
    const form = await opened;
    if (!isFirst) form.hidden = !form.hidden;
    button.ariaExpanded = String(!form.hidden);
  });
}
