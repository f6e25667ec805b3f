// The network that somebody calls from, as far as it tells that two callers are at one place.
import type { Client } from '../../identity/actor.ts';
import { networkOf } from '../../runtime/network/address.ts';

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1';

// Behind a proxy that is not trusted everybody has the proxy's address, which says nothing of where they are.
export const clientNetwork = ({ address, behindUnknownProxy }: Client): string | null => {
  if (!address || behindUnknownProxy) return null;
  return isLoopback(address) ? 'loopback' : networkOf(address);
};
