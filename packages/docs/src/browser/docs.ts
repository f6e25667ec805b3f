// The script of every page: theme, menu, copying, and loading the search and the forms when somebody uses them.
import { openTabs } from './language-tabs.ts';
import { showOwnKey, wholeText } from './own-key.ts';
import { isSignedIn, readStored, store } from './stored.ts';

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
  store('darkMode', String(isDark()));
});
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'darkMode') showTheme(newValue === 'false' ? 'light' : 'dark');
});

const toPortal = one<HTMLAnchorElement>('.to-portal');
if (!isSignedIn()) Object.assign(toPortal, { textContent: 'Sign in', href: '/auth' });

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
    const block = button.previousElementSibling;
    await navigator.clipboard.writeText(block ? wholeText(block) : '');
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

openTabs();
showOwnKey();

const internalKey = 'docsInternal';
const portalOnly = document.querySelector<HTMLInputElement>('#show-portal-only');
const showPortalOnly = (shown: boolean) => document.body.classList.toggle('shows-internal', shown);
const wantsInternal = readStored(internalKey) === 'true';
if (portalOnly) {
  portalOnly.checked = wantsInternal;
  portalOnly.addEventListener('change', () => {
    store(internalKey, String(portalOnly.checked));
    showPortalOnly(portalOnly.checked);
  });
}
showPortalOnly(wantsInternal);

// An old address of a call leads to the list of all calls, and from there to the page of its group. One that leads to a hidden
// call shows it.
const showTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  const link = target?.matches('.calls li') && target.querySelector('a');
  if (link) return location.replace(link.href);
  if (!portalOnly || !target?.closest('.portal-only') || portalOnly.checked) return;
  portalOnly.checked = true;
  showPortalOnly(true);
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
    return tryIt.openForm(button.closest('section') as HTMLElement);
  };
  button.addEventListener('click', async () => {
    const isFirst = !opened;
    opened ??= openForm();
    const form = await opened;
    if (!isFirst) form.hidden = !form.hidden;
    button.ariaExpanded = String(!form.hidden);
  });
}
