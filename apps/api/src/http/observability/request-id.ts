// Every request has an id: the one that a proxy of ours gave it, or a new one. Whoever could choose it freely could make their
// lines in the log look like somebody else's, so nobody's word counts but that of a proxy that TRUST_PROXY trusts.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readAddress } from '../../runtime/network/address.ts';
import { openNetworks } from '../../runtime/network/networks.ts';
import type { TrustedProxies } from '../../runtime/network/trusted-proxies.ts';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;

// Whether a request comes straight from a proxy that we trust.
export const openProxyCheck = ({ networks }: TrustedProxies) => {
  const isTrusted = openNetworks(networks);
  return ({ socket }: IncomingMessage) => isTrusted(readAddress(socket.remoteAddress ?? '') ?? '');
};

export const openRequestIds =
  (isFromProxy: (request: IncomingMessage) => boolean) => (request: IncomingMessage) => {
    const given = request.headers[requestIdHeader];
    if (typeof given !== 'string' || !wellFormed.test(given)) return randomUUID();
    return isFromProxy(request) ? given : randomUUID();
  };
