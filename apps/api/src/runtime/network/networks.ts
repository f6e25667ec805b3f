// Networks as people write them, 203.0.113.0/24, and whether an address lies in one.
import { BlockList, isIP } from 'node:net';
import { groupsOf, readAddress } from './address.ts';

export type Network = { address: string; prefix: number };

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
const bitsOf = (address: string) => (familyOf(address) === 'ipv6' ? 128 : 32);

// The result is null for a text that is neither an address nor a network. One address is a network of its own.
export const readNetwork = (text: string): Network | null => {
  const [written = '', length, ...more] = text.trim().split('/');
  const address = isIP(written) ? readAddress(written) : null;
  if (!address || more.length) return null;
  if (length === undefined) return { address, prefix: bitsOf(address) };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  return prefix <= bitsOf(address) ? { address, prefix } : null;
};

export const networkText = ({ address, prefix }: Network) => `${address}/${prefix}`;

const maskPart = (part: number, bits: number, size: number) => {
  const cleared = size - Math.min(size, Math.max(0, bits));
  return (part >>> cleared) << cleared;
};

// The first address of the network, which its other spellings share.
export const firstAddress = ({ address, prefix }: Network): string => {
  if (familyOf(address) === 'ipv4')
    return address
      .split('.')
      .map((part, at) => maskPart(Number(part), prefix - 8 * at, 8))
      .join('.');
  const groups = groupsOf(address).map((group, at) =>
    maskPart(Number.parseInt(group, 16), prefix - 16 * at, 16),
  );
  return readAddress(groups.map((group) => group.toString(16)).join(':')) ?? address;
};

type Family = ReturnType<typeof familyOf>;

const listOf = (networks: readonly Network[], family: Family) => {
  const list = new BlockList();
  for (const { address, prefix } of networks)
    if (familyOf(address) === family) list.addSubnet(address, prefix, family);
  return list;
};

// One list for both would take an IPv4 address for a part of ::/0. On a Unix socket the address is empty, and in no network.
export const openNetworks = (networks: readonly Network[]) => {
  const lists = { ipv4: listOf(networks, 'ipv4'), ipv6: listOf(networks, 'ipv6') };
  return (address: string) => {
    const family = familyOf(address);
    return networks.length > 0 && address !== '' && lists[family].check(address, family);
  };
};

// Whether every address of the one network lies in one of the others.
export const isCovered = (network: Network, others: readonly Network[]) =>
  openNetworks(others.filter(({ prefix }) => prefix <= network.prefix))(network.address);
