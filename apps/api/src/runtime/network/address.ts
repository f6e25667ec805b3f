// A network address has one spelling here, and a part of it counts as one network.
import { isIP, SocketAddress } from 'node:net';

// Proxies also write an address with its port: 203.0.113.9:4711, [2001:db8::1]:4711.
const withoutPort = (text: string) => /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? withoutIpv4Port(text);
const withoutIpv4Port = (text: string) => /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

const mapped = '::ffff:';
const longestAddress = 64;

// The result is null for whatever is no address. An IPv4 address that was written as an IPv6 one is an IPv4 address.
export const readAddress = (text: string): string | null => {
  if (text.length > longestAddress) return null;
  const address = withoutPort(text.trim());
  const version = isIP(address);
  if (version === 4) return address;
  if (version !== 6) return null;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const ipv4 = canonical.startsWith(mapped) ? canonical.slice(mapped.length) : '';
  return isIP(ipv4) === 4 ? ipv4 : canonical;
};

const split = (part: string) => (part ? part.split(':') : []);
const hexPair = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16);

// The eight groups of an IPv6 address. The last two may be written as an IPv4 address.
export const groupsOf = (address: string) => {
  const [front = '', back] = address
    .replace(
      /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
      (_, a, b, c, d) => `${hexPair(a, b)}:${hexPair(c, d)}`,
    )
    .split('::', 2);
  if (back === undefined) return split(front);
  const [groups, rest] = [split(front), split(back)];
  return [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest];
};

const prefixOf = (address: string, count: number) =>
  `${groupsOf(address).slice(0, count).join(':')}::/${count * 16}`;

// What limits count as one caller. The holder of an IPv6 address has the whole /64 around it, and could use another of its
// addresses for every call.
export const networkOf = (address: string): string => (isIP(address) === 6 ? prefixOf(address, 4) : address);

// Many get a /48, which holds 65,536 networks of that size. So it has a limit of its own: this many times that of a network.
export const siteShare = 16;

export const siteOf = (address: string): string | null => (isIP(address) === 6 ? prefixOf(address, 3) : null);
