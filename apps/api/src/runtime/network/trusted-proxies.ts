// TRUST_PROXY says whose word about a client's address counts.
import { BlockList, isIP } from 'node:net';
import { readAddress } from './address.ts';

type Network = { address: string; prefix: number; family: 'ipv4' | 'ipv6' };

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

const readNetwork = (text: string): Network | null => {
  const [written = '', length, ...more] = text.trim().split('/');
  const address = isIP(written) ? readAddress(written) : null;
  if (!address || more.length) return null;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const bits = family === 'ipv4' ? 32 : 128;
  if (length === undefined) return { address, prefix: bits, family };
  // A prefix of 0 would trust everybody, and with them whatever they write.
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : 0;
  return prefix >= 1 && prefix <= bits ? { address, prefix, family } : null;
};

// The result is null when an entry is neither an address nor a network.
export const readTrustedProxies = (text: string): Network[] | null => {
  if (text === 'off') return [];
  const networks = (text === 'on' ? near : text).split(',').map(readNetwork);
  return networks.every((network) => network !== null) ? networks : null;
};

export const openTrust = (networks: readonly Network[]) => {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};

export type TrustedProxies = readonly Network[];
