// Finds the client's address. Each proxy appends its caller to X-Forwarded-For, so only the end of the list is true: a client can
// write the rest.
import { remember } from '../remember.ts';
import { readAddress } from './address.ts';
import { openNetworks } from './networks.ts';
import { mostHops, type TrustedProxies } from './trusted-proxies.ts';

export type ClientAddress = (peer: string | undefined, forwardedFor: string) => string;

const bounds = { most: 5000, longest: 100 };

// A part of a header would keep the whole header alive.
const copyOf = (address: string) => Buffer.from(address, 'latin1').toString('latin1');

// Reads no more of a long list than is asked for.
function* fromTheEnd(list: string) {
  let end = list.length;
  for (let hop = 0; hop < mostHops && end >= 0; hop += 1) {
    const comma = end > 0 ? list.lastIndexOf(',', end - 1) : -1;
    yield list.slice(comma + 1, end);
    end = comma;
  }
}

// The n-th entry from the end comes from the n-th proxy and names the client. A shorter list did not pass all proxies, so the
// client may have written it.
const entryOfHop = (forwardedFor: string, hops: number) => {
  let hop = 0;
  for (const entry of fromTheEnd(forwardedFor)) {
    hop += 1;
    if (hop === hops) return readAddress(entry) ?? '';
  }
  return '';
};

const lastBeforeProxies = (forwardedFor: string, isProxy: (address: string) => boolean) => {
  let client = '';
  for (const entry of fromTheEnd(forwardedFor)) {
    const before = readAddress(entry);
    if (!before) break;
    client = before;
    if (!isProxy(client)) break;
  }
  return client;
};

// The result is a valid address, or empty on a Unix socket. Without a client in the list it is the peer. The meaning of a list does
// not depend on which trusted proxy sent it, so peers and lists are cached apart.
export const openClientAddress = ({ networks, hops }: TrustedProxies): ClientAddress => {
  const isProxy = openNetworks(networks);

  const peerOf = remember((peer) => {
    const address = readAddress(peer) ?? '';
    return { address, isTrusted: networks.length > 0 && isProxy(address) };
  }, bounds);

  const clientIn = remember(
    (forwardedFor) =>
      copyOf(hops ? entryOfHop(forwardedFor, hops) : lastBeforeProxies(forwardedFor, isProxy)),
    bounds,
  );

  return (peer, forwardedFor) => {
    const { address, isTrusted } = peerOf(peer ?? '');
    return (isTrusted && forwardedFor && clientIn(forwardedFor)) || address;
  };
};
