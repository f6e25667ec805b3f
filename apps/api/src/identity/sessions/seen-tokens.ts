// The hashes of command line tokens that were good last time, in two generations of bounded size.
const mostSeen = 10_000;

export type SeenTokens = ReturnType<typeof openSeenTokens>;

export const openSeenTokens = () => {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has: (hash: string) => young.has(hash) || old.has(hash),
    add: (hash: string) => {
      if (young.has(hash)) return;
      if (young.size >= mostSeen) {
        old = young;
        young = new Set();
      }
      young.add(hash);
    },
    forget: (hash: string) => {
      young.delete(hash);
      old.delete(hash);
    },
  };
};
