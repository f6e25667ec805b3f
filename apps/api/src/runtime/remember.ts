// A cache of bounded size for the few texts that key checks repeat. When it is full it is cleared, so nothing has to be sorted.
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
