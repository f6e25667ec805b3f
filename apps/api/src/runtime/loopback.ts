import { isIPv4 } from 'node:net';

// An IPv6 address has brackets in a URL, and none in HOST.
export const isLoopback = (hostname: string) => {
  const name = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
};

// A Host header is a name or an address, with or without a port.
const hostHeader = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

export const isLoopbackHost = (header: string | undefined) => {
  const [, hostname] = hostHeader.exec(header ?? '') ?? [];
  return hostname !== undefined && isLoopback(hostname);
};
