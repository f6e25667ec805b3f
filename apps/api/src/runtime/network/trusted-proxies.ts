// TRUST_PROXY says whose word about a client's address counts.
import { type Network, readNetwork } from './networks.ts';

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

// The result is null when an entry is neither an address nor a network.
export const readTrustedProxies = (text: string): Network[] | null => {
  if (text === 'off') return [];
  const networks = (text === 'on' ? near : text).split(',').map(readNetwork);
  return networks.every(isNetwork) ? networks : null;
};

export type TrustedProxies = readonly Network[];
