// The build loads every part of the portal by this (vite/load-parts.ts). Many browsers remember a module that they could not load
// for as long as the page lives, and never ask for it again. So its files are fetched first, into the browser's cache, and imported
// once they are there.
const arrivals = new Map<string, Promise<void>>();

// The content is read, because a browser may give up an answer that nobody reads.
const fetchFile = async (file: string) => {
  const content = await fetch(file)
    .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
    .catch(() => null);
  // The router knows a screen that could not be loaded by these words of Chromium, and loads the page once more.
  if (!content) throw new TypeError(`Failed to fetch dynamically imported module: ${file}`);
};

// index.html and first-script.ts request the first files themselves.
const isRequested = (file: string) => document.querySelector(`[href="${file}"], [src="${file}"]`) !== null;

const arrivalOf = (file: string) => {
  const known = arrivals.get(file);
  if (known) return known;
  const arrival = isRequested(file) ? Promise.resolve() : fetchFile(file);
  arrivals.set(file, arrival);
  arrival.catch(() => arrivals.delete(file));
  return arrival;
};

export const importFiles = async <Module>(load: () => Promise<Module>, files: string[] = []) => {
  await Promise.all(files.map((file) => arrivalOf(`/${file}`)));
  return load();
};
