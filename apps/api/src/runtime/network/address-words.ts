// An address as numbers, so that it can be compared bit by bit. It costs no allocation: the key check asks for each request.
// Only addresses in the spelling of address.ts are read.

// An IPv4 address is one word of 32 bits, an IPv6 address is four.
export type AddressWords = Uint32Array;
export const newWords = (): AddressWords => new Uint32Array(4);
export const wordCount = (address: string) => (address.includes(':') ? 4 : 1);

const dot = 46;
const colon = 58;
const digit = (code: number) => (code <= 57 ? code - 48 : (code | 32) - 87);

const ipv4Word = (address: string, from: number) => {
  let word = 0;
  let part = 0;
  for (let i = from; i < address.length; i += 1) {
    const code = address.charCodeAt(i);
    if (code === dot) {
      word = word * 256 + part;
      part = 0;
    } else part = part * 10 + code - 48;
  }
  return word * 256 + part;
};

const groups = new Uint16Array(8);

// How many groups stand in front of '::' and behind it. What is behind belongs at the end.
const spread = (count: number, gap: number) => {
  if (gap < 0) return;
  const behind = count - gap;
  for (let i = 1; i <= behind; i += 1) groups[8 - i] = groups[count - i] as number;
  groups.fill(0, gap, 8 - behind);
};

const readGroups = (address: string) => {
  let count = 0;
  let gap = -1;
  let group = 0;
  let start = 0;
  for (let i = 0; i <= address.length; i += 1) {
    const code = i < address.length ? address.charCodeAt(i) : colon;
    if (code === dot) {
      const word = ipv4Word(address, start);
      groups[count] = word >>> 16;
      groups[count + 1] = word & 0xffff;
      count += 2;
      break;
    }
    if (code !== colon) {
      group = group * 16 + digit(code);
      continue;
    }
    if (i > start) {
      groups[count] = group;
      count += 1;
    } else if (i > 0 && i < address.length) gap = count;
    group = 0;
    start = i + 1;
  }
  spread(count, gap);
};

export const readWords = (address: string, into: AddressWords) => {
  if (wordCount(address) === 1) {
    into[0] = ipv4Word(address, 0);
    return;
  }
  readGroups(address);
  for (let i = 0; i < 4; i += 1)
    into[i] = (((groups[2 * i] as number) << 16) | (groups[2 * i + 1] as number)) >>> 0;
};
