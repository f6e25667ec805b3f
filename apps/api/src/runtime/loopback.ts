// Tells this machine's own names from all others.
import { isIPv4 } from 'node:net';

// As a URL writes it, or as it stands in HOST: an IPv6 address with or without brackets.
export const isLoopback = (hostname: string) => {
  const name = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
};

// A Host header is a name or an address, and perhaps a port: nothing else may stand in it.
const hostHeader = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

export const isLoopbackHost = (header: string | undefined) => {
  const [, hostname] = hostHeader.exec(header ?? '') ?? [];
  return hostname !== undefined && isLoopback(hostname);
};
