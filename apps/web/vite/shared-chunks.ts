// Groups the modules that several screens share: one file for each library that they import, and for those that import none one for
// each feature and one for the rest. A file for each module would be a request for each, and compress worse. A module that imports
// several libraries stays apart.
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

// What imports no library is with the other parts of its feature, or with those of all.
const partsOf = (id: string) => /\/src\/features\/([^/]+)\//.exec(id)?.[1] ?? 'parts';

const chunkOf = (id: string, context: Context) => {
  const [library = partsOf(id), ...more] = new Set(librariesOf(id, context, new Set()));
  return more.length ? null : library;
};

// A group includes the imports of its modules, so the group that the others import comes first. Forms are large: one that only two
// screens share would be loaded by all.
export const sharedChunks = [
  { names: /^parts$/, minShareCount: 2 },
  { names: /^query$/, minShareCount: 2 },
  { names: /^forms$/, minShareCount: 3 },
  { names: /^(?!parts$|query$|forms$|other$)/, minShareCount: 2 },
].map(({ names, minShareCount }) => ({
  name: (id: string, context: Context) => {
    const chunk = chunkOf(id, context);
    return chunk && names.test(chunk) ? chunk : null;
  },
  minShareCount,
}));
