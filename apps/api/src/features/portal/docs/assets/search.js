// The search: every word must occur in a section, and one that stands in its title counts more.
const most = 12;

const score = (entry, words) => {
  const title = entry.title.toLowerCase();
  const text = `${entry.page} ${entry.text}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    if (title === word) sum += 8;
    else if (title.startsWith(word)) sum += 5;
    else if (title.includes(word)) sum += 3;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
};

const find = (index, typed) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return index
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, most)
    .map(({ entry }) => entry);
};

const option = (entry, number) => {
  const link = document.createElement('a');
  link.href = entry.address;
  link.id = `found-${number}`;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  const title = document.createElement('strong');
  title.textContent = entry.title;
  const text = document.createElement('span');
  text.textContent = entry.title === entry.page ? entry.text : `${entry.page}: ${entry.text}`;
  link.append(title, text);
  return link;
};

export const openSearch = async (field, version) => {
  const index = await (await fetch(`/docs/search.json${version}`)).json();
  const found = document.getElementById('found');
  const count = document.getElementById('found-count');
  let selected = -1;

  const select = (number) => {
    const options = [...found.querySelectorAll('a')];
    selected = options.length ? (number + options.length) % options.length : -1;
    for (const [place, link] of options.entries())
      link.setAttribute('aria-selected', String(place === selected));
    options[selected]?.scrollIntoView({ block: 'nearest' });
    if (options[selected]) field.setAttribute('aria-activedescendant', options[selected].id);
    else field.removeAttribute('aria-activedescendant');
  };

  const close = () => {
    found.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };

  const show = () => {
    const typed = field.value.trim();
    if (!typed) {
      count.textContent = '';
      return close();
    }
    const entries = find(index, typed);
    found.replaceChildren(...entries.map(option));
    found.hidden = !entries.length;
    field.setAttribute('aria-expanded', String(entries.length > 0));
    count.textContent = entries.length ? `${entries.length} found` : `Nothing found for ${typed}`;
    count.classList.toggle('nothing', !entries.length);
    select(0);
  };

  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') found.querySelector('[aria-selected="true"]')?.click();
    else return;
    event.preventDefault();
  });
  field.addEventListener('focus', show);
  found.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('.search')) close();
  });
  // What was typed while the index was on its way.
  show();
};
