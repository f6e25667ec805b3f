// First in, first out, with constant costs.
const tidyAfter = 1024;

export const openQueue = <T>() => {
  let items: (T | undefined)[] = [];
  let first = 0;
  return {
    size: () => items.length - first,
    add: (item: T) => void items.push(item),
    take: (): T | undefined => {
      const item = items[first];
      items[first] = undefined;
      first += 1;
      if (first >= items.length) [items, first] = [[], 0];
      else if (first === tidyAfter) [items, first] = [items.slice(first), 0];
      return item;
    },
  };
};
