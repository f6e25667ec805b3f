// Where a call came from. Each proxy appends to X-Forwarded-For who it was called by, so only the end of the list is known to
// be true: the client is the last one in it that is not a proxy that we trust. What stands before that, anybody can write.
import { readAddress } from './address.ts';
import { openNetworks } from './networks.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type ClientAddress = (peer: string | undefined, forwardedFor: string) => string;

// No chain of proxies is longer; a longer list was written by the client.
const mostHops = 20;
// The same few proxies and clients come again and again, and the key check asks for each request.
const remembered = 5000;
const longestRemembered = 100;

const remember = (find: ClientAddress): ClientAddress => {
  const known = new Map<string, string>();
  return (peer, forwardedFor) => {
    if (forwardedFor.length > longestRemembered) return find(peer, forwardedFor);
    const question = forwardedFor ? `${peer} ${forwardedFor}` : (peer ?? '');
    const answer = known.get(question);
    if (answer !== undefined) return answer;
    if (known.size >= remembered) known.clear();
    const found = find(peer, forwardedFor);
    known.set(question, found);
    return found;
  };
};

// The result is always a valid address, or empty where there is no network, as on a Unix socket. A proxy that reports
// something else than an address is itself taken for the client.
export const openClientAddress = (trusted: TrustedProxies): ClientAddress => {
  const isTrusted = openNetworks(trusted);
  return remember((peer, forwardedFor) => {
    let client = readAddress(peer ?? '');
    if (!client) return '';
    if (!trusted.length || !forwardedFor) return client;
    for (const entry of forwardedFor.split(',').reverse().slice(0, mostHops)) {
      if (!isTrusted(client)) break;
      const before = readAddress(entry);
      if (!before) break;
      client = before;
    }
    return client;
  });
};
