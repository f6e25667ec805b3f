// Where a call came from. Each proxy appends to X-Forwarded-For who it was called by, so only the end of the list is known to
// be true: the client is the last one in it that is not a proxy that we trust. What stands before that, anybody can write.
import { remember } from '../remember.ts';
import { readAddress } from './address.ts';
import { openNetworks } from './networks.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type ClientAddress = (peer: string | undefined, forwardedFor: string) => string;

// No chain of proxies is longer; a longer list was written by the client.
const mostHops = 20;
const bounds = { most: 5000, longest: 100 };

// A part of a header would keep the whole header alive.
const copyOf = (address: string) => Buffer.from(address, 'latin1').toString('latin1');

// The result is always a valid address, or empty where there is no network, as on a Unix socket. A proxy that reports
// something else than an address is itself taken for the client. A list counts only when a trusted proxy sent it, and then says the
// same whichever that was; so both are remembered apart, and nobody else's lists are read.
export const openClientAddress = (trusted: TrustedProxies): ClientAddress => {
  const isTrusted = openNetworks(trusted);

  const peerOf = remember((peer) => {
    const address = readAddress(peer) ?? '';
    return { address, isTrusted: trusted.length > 0 && isTrusted(address) };
  }, bounds);

  // Empty where the list ends with something else than an address.
  const lastBeforeProxies = remember((forwardedFor) => {
    let client = '';
    for (const entry of forwardedFor.split(',').reverse().slice(0, mostHops)) {
      const before = readAddress(entry);
      if (!before) break;
      client = before;
      if (!isTrusted(client)) break;
    }
    return copyOf(client);
  }, bounds);

  return (peer, forwardedFor) => {
    const { address, isTrusted } = peerOf(peer ?? '');
    return (isTrusted && forwardedFor && lastBeforeProxies(forwardedFor)) || address;
  };
};
