// TRUST_PROXY says whose word about a client's address counts, and how the client is found in X-Forwarded-For.
import { type Network, readNetwork } from './networks.ts';

// A peer outside the networks is never believed. With a number of hops, the client is the entry that the outermost of so many
// proxies wrote. Without one, it is the last entry outside the networks.
export type TrustedProxies = { networks: readonly Network[]; hops: number | null };

// No chain of proxies is longer.
export const mostHops = 20;

// These are the loopback, private and link-local networks.
const near = [
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '169.254.0.0/16',
  'fe80::/10',
].join(',');

// A prefix of 0 would trust everybody, and with them whatever they write.
const isNetwork = (network: Network | null): network is Network => network !== null && network.prefix > 0;

const readNetworks = (text: string): Network[] | null => {
  const networks = text.split(',').map(readNetwork);
  return networks.every(isNetwork) ? networks : null;
};

const readHops = (text: string) =>
  /^[1-9]\d?$/.test(text) && Number(text) <= mostHops ? Number(text) : null;

export const trustNobody: TrustedProxies = { networks: [], hops: null };

// The result is null when the text is neither a word, a number of hops, nor a list of addresses and networks.
export const readTrustedProxies = (text: string): TrustedProxies | null => {
  if (text === 'off') return trustNobody;
  const hops = readHops(text);
  const networks = readNetworks(text === 'on' || hops ? near : text);
  return networks && { networks, hops };
};
