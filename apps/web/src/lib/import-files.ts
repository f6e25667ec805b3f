// The build loads every part of the portal by this function (vite/load-parts.ts). Many browsers remember a failed import for as long
// as the page lives. So the files are first fetched into the browser's cache, and then imported.
const arrivals = new Map<string, Promise<void>>();

// The content is read, because a browser may give up an answer that nobody reads.
const fetchFile = async (file: string) => {
  const content = await fetch(file)
    .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
    .catch(() => null);
  // By these words of Chromium the router recognizes a failed import, and reloads the page once.
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
