// What somebody meant who mistyped a word: the known word that takes the fewest changes, if those are few.
const changesBetween = (typed: string, known: string) => {
  let row = Array.from({ length: known.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= known.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (typed[i - 1] === known[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[known.length] ?? 0;
};

const longestTyped = 40;

export const nearest = (typed: string, known: readonly string[]) => {
  if (typed.length > longestTyped) return null;
  const ranked = known
    .map((word) => ({ word, changes: changesBetween(typed, word) }))
    .filter(({ word, changes }) => changes <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.changes - b.changes);
  return ranked[0]?.word ?? null;
};
