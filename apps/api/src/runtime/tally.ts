export const openTally = () => {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  const set = (name: string, to: number) => (to ? counts.set(name, to) : counts.delete(name));
  return {
    count,
    add: (name: string) => set(name, count(name) + 1),
    remove: (name: string) => set(name, count(name) - 1),
  };
};
