// The search: every word must occur in a section, and a word of its title counts more.
import type { SearchEntry } from '../search-index.ts';

const mostResults = 12;

const score = (entry: SearchEntry, words: string[]) => {
  const title = entry.title.toLowerCase();
  const text = `${entry.page} ${entry.text}`.toLowerCase();
  // The title as it was typed counts more than its words in another one.
  let sum = title.includes(words.join(' ')) ? 8 : 0;
  for (const word of words) {
    if (title === word) sum += 8;
    else if (title.startsWith(word)) sum += 5;
    else if (title.includes(word)) sum += 3;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
};

const find = (index: SearchEntry[], query: string) => {
  const words = query.toLowerCase().split(/\s+/);
  return index
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((first, second) => second.points - first.points)
    .slice(0, mostResults)
    .map(({ entry }) => entry);
};

const option = (entry: SearchEntry, number: number) => {
  const link = document.createElement('a');
  Object.assign(link, { href: entry.address, id: `found-${number}`, tabIndex: -1, role: 'option' });
  const title = document.createElement('strong');
  title.textContent = entry.title;
  const text = document.createElement('span');
  text.textContent = entry.title === entry.page ? entry.text : `${entry.page}: ${entry.text}`;
  link.append(title, text);
  return link;
};

export const openSearch = async (field: HTMLInputElement, address: string) => {
  const index: SearchEntry[] = await (await fetch(address)).json();
  const found = document.getElementById('found') as HTMLElement;
  const count = document.getElementById('found-count') as HTMLElement;
  let selected = -1;

  const select = (number: number) => {
    const options = [...found.querySelectorAll('a')];
    selected = options.length ? (number + options.length) % options.length : -1;
    for (const [place, link] of options.entries()) link.ariaSelected = String(place === selected);
    const link = options[selected];
    link?.scrollIntoView({ block: 'nearest' });
    if (link) field.setAttribute('aria-activedescendant', link.id);
    else field.removeAttribute('aria-activedescendant');
  };

  const showResults = (entries: SearchEntry[]) => {
    found.replaceChildren(...entries.map(option));
    found.hidden = !entries.length;
    field.ariaExpanded = String(entries.length > 0);
    select(0);
  };
  const close = () => showResults([]);

  const search = () => {
    const query = field.value.trim();
    const entries = query ? find(index, query) : [];
    showResults(entries);
    const isMissing = Boolean(query) && !entries.length;
    count.textContent = isMissing ? `Nothing found for ${query}` : query && `${entries.length} found`;
    count.classList.toggle('nothing', isMissing);
  };

  field.addEventListener('input', search);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') found.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    else return;
    event.preventDefault();
  });
  field.addEventListener('focus', search);
  found.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('.search')) close();
  });
  // Somebody may have typed while the index was on its way.
  search();
};
