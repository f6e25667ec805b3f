// What the pages of the documentation need a script for: theme, menu, copying, and loading the rest when it is wanted.
const version = new URL(import.meta.url).search;
const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage can be forbidden or full; the choice then lasts until the page is left.
  }
};

// The theme is the portal's: the same class and the same place in the storage as in its web app.
const toggle = one('.theme');
const show = (theme) => {
  document.body.classList.remove('dark', 'light');
  document.body.classList.add(theme);
  one('meta[name="theme-color"]').setAttribute('content', theme === 'dark' ? '#0A0C0D' : '#F8FAFA');
  toggle.setAttribute('aria-label', `Switch to ${theme === 'dark' ? 'light' : 'dark'} theme`);
};
const isDark = () => !document.body.classList.contains('light');
show(isDark() ? 'dark' : 'light');
toggle.addEventListener('click', () => {
  const theme = isDark() ? 'light' : 'dark';
  show(theme);
  remember('darkMode', String(theme === 'dark'));
});
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'darkMode') show(newValue === 'false' ? 'light' : 'dark');
});

const menu = one('.menu');
const pages = one('#pages');
const openMenu = (open) => {
  pages.classList.toggle('open', open);
  menu.setAttribute('aria-expanded', String(open));
};
menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') === 'false'));
pages.addEventListener('click', ({ target }) => {
  if (target.closest('a')) openMenu(false);
});
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || menu.getAttribute('aria-expanded') === 'false') return;
  openMenu(false);
  menu.focus();
});

const shownMs = 2000;
for (const button of all('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = 'Copied';
    button.classList.add('done');
    setTimeout(() => {
      button.textContent = 'Copy';
      button.classList.remove('done');
    }, shownMs);
  });
}

// What the search looks through is fetched when somebody is about to search.
const field = one('#search');
const loadSearch = () => import(`./search.js${version}`).then(({ openSearch }) => openSearch(field, version));
field.addEventListener('focus', loadSearch, { once: true });
addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, textarea, select');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

// An address that leads to a hidden call shows it.
const portalOnly = one('#show-portal-only');
const showTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!portalOnly || !target?.closest('.portal-only') || portalOnly.checked) return;
  portalOnly.checked = true;
  target.scrollIntoView();
};
addEventListener('hashchange', showTarget);
showTarget();

// The form of a call is loaded when somebody wants to try it.
for (const button of all('.try')) {
  button.hidden = false;
  button.setAttribute('aria-expanded', 'false');
  const article = button.closest('article');
  let form;
  button.addEventListener('click', async () => {
    if (form) form.hidden = !form.hidden;
    else {
      form = true;
      const { openForm } = await import(`./try-it.js${version}`);
      form = await openForm(article);
    }
    button.setAttribute('aria-expanded', String(!form.hidden));
  });
}
