// Networks as people write them, 203.0.113.0/24, and whether an address lies in one.
import { isIP } from 'node:net';
import { readAddress } from './address.ts';
import { newWords, readWords, wordCount } from './address-words.ts';

export type Network = { address: string; prefix: number };

const bitsOf = (address: string) => 32 * wordCount(address);

// The result is null for whatever is neither an address nor a network. One address is a network of its own.
export const readNetwork = (text: string): Network | null => {
  const [written = '', length, ...more] = text.trim().split('/');
  const address = isIP(written) ? readAddress(written) : null;
  if (!address || more.length) return null;
  if (length === undefined) return { address, prefix: bitsOf(address) };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  return prefix <= bitsOf(address) ? { address, prefix } : null;
};

export const networkText = ({ address, prefix }: Network) => `${address}/${prefix}`;

const maskOf = (prefix: number, word: number) => {
  const bits = Math.min(32, Math.max(0, prefix - 32 * word));
  return bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0;
};

const words = newWords();

// The first address of the network, which its other spellings share.
export const firstAddress = ({ address, prefix }: Network): string => {
  readWords(address, words);
  const first = Array.from(words.subarray(0, wordCount(address)), (word, at) => word & maskOf(prefix, at));
  const bytes = first.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff));
  if (bytes.length === 4) return bytes.join('.');
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return readAddress(hex.match(/.{4}/g)?.join(':') ?? '') ?? address;
};

// Each network is its words and then its masks, all in one piece.
const compile = (networks: readonly Network[], count: number) => {
  const rules = new Uint32Array(networks.length * count * 2);
  networks.forEach(({ address, prefix }, network) => {
    readWords(address, words);
    const at = network * count * 2;
    for (let i = 0; i < count; i += 1) {
      const mask = maskOf(prefix, i);
      rules[at + i] = (words[i] as number) & mask;
      rules[at + count + i] = mask;
    }
  });
  return rules;
};

const isIn = (rules: Uint32Array, at: number, count: number) => {
  for (let i = 0; i < count; i += 1) {
    if (((words[i] as number) & (rules[at + count + i] as number)) >>> 0 !== rules[at + i]) return false;
  }
  return true;
};

// The networks are prepared once; asking about an address allocates nothing. Where there is no network, as on a Unix socket,
// the address is empty and lies nowhere.
export const openNetworks = (networks: readonly Network[]) => {
  const rulesOf = (count: number) =>
    compile(
      networks.filter(({ address }) => wordCount(address) === count),
      count,
    );
  const ipv4 = rulesOf(1);
  const ipv6 = rulesOf(4);
  return (address: string) => {
    if (!address) return false;
    const count = wordCount(address);
    const rules = count === 1 ? ipv4 : ipv6;
    if (!rules.length) return false;
    readWords(address, words);
    for (let at = 0; at < rules.length; at += count * 2) if (isIn(rules, at, count)) return true;
    return false;
  };
};

// Whether every address of the one network lies in one of the others.
export const isCovered = (network: Network, others: readonly Network[]) =>
  openNetworks(others.filter(({ prefix }) => prefix <= network.prefix))(network.address);
