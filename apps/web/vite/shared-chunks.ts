// Groups the modules that several screens share: one file for each library that they import, and one for those that import none. A
// file for each module would be a request for each, and compress worse. A module that imports several libraries stays apart.
import type { Rolldown } from 'vite';

type Context = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null };

// The first page and every call to the API need these.
const inEveryVisit =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|react-hot-toast|lucide-react|zod|@tanstack\/(history|react-router|react-store|router-core|store))\//;
const libraries: [name: string, path: RegExp][] = [
  ['query', /node_modules\/@tanstack\/(query-core|react-query)\//],
  ['forms', /node_modules\/(react-hook-form|@hookform)\//],
  ['other', /node_modules\//],
];

const librariesOf = (id: string, context: Context, seen: Set<string>): string[] => {
  if (seen.has(id) || inEveryVisit.test(id)) return [];
  seen.add(id);
  const library = libraries.find(([, path]) => path.test(id));
  if (library) return [library[0]];
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  return imported.flatMap((other) => librariesOf(other, context, seen));
};

// Screens of one feature share these: all the others would load them in vain.
const ofOneFeature = /\/src\/features\//;

const chunkOf = (id: string, context: Context) => {
  if (ofOneFeature.test(id)) return null;
  const [library = 'parts', ...more] = new Set(librariesOf(id, context, new Set()));
  return more.length ? null : library;
};

// A group includes the imports of its modules, so the group that the others import comes first. Forms are large: one that only two
// screens share would be loaded by all.
export const sharedChunks = [
  { name: 'parts', minShareCount: 2 },
  { name: 'query', minShareCount: 2 },
  { name: 'forms', minShareCount: 3 },
].map(({ name, minShareCount }) => ({
  debugName: name,
  name: (id: string, context: Context) => (chunkOf(id, context) === name ? name : null),
  minShareCount,
}));
