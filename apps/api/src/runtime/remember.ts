// The key check meets the same few texts again and again. What was made of them is kept in bounded memory: when there are too
// many, all are forgotten at once, so that nothing has to be sorted or swept.
type Bounds = { most: number; longest: number };

export const remember = <Made extends NonNullable<unknown>>(
  make: (text: string) => Made,
  { most, longest }: Bounds,
) => {
  const known = new Map<string, Made>();
  return (text: string): Made => {
    if (text.length > longest) return make(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
};
