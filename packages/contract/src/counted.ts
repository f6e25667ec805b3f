// '1 key' and '1,200 keys', as every message writes a number of things.
export const counted = (count: number, one: string, several = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
