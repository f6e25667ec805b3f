// Which addresses a webhook may reach: public ones. IPv4 in IPv6 is refused in every form, because what it reaches depends on the
// network that it crosses.
import { isIP, isIPv6 } from 'node:net';
import { readAddress } from '../../../runtime/network/address.ts';
import { type Network, openNetworks, readNetwork } from '../../../runtime/network/networks.ts';

const networksOf = (texts: string[]) =>
  openNetworks(texts.map(readNetwork).filter((network) => network !== null));

// RFC 6890 and its successors: this host, private, shared, loopback, link-local, protocols, documentation, 6to4 relays, tests,
// multicast, and what is reserved.
const reservedIpv4 = networksOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);

const globalIpv6 = networksOf(['2000::/3']);
// Protocols with Teredo and ORCHID, documentation, 6to4, and AS112.
const reservedIpv6 = networksOf([
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]);

const loopback = networksOf(['127.0.0.0/8', '::1']);

const isPublic = (given: string, address: string) => {
  if (isIPv6(given)) return isIPv6(address) && globalIpv6(address) && !reservedIpv6(address);
  return !reservedIpv4(address);
};

export const openAddressCheck = (networks: readonly Network[], production: boolean) => {
  const isException = openNetworks(networks);
  return (given: string) => {
    const address = isIP(given) ? readAddress(given) : null;
    if (!address) return false;
    return isException(address) || (!production && loopback(address)) || isPublic(given, address);
  };
};
