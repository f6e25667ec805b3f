// Every request has an id: that of a proxy which TRUST_PROXY trusts, or a new one. A caller who could choose it could make log
// lines look like another's.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readAddress } from '../../runtime/network/address.ts';
import { openNetworks } from '../../runtime/network/networks.ts';
import type { TrustedProxies } from '../../runtime/network/trusted-proxies.ts';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;

export const openProxyCheck = ({ networks }: TrustedProxies) => {
  const isTrusted = openNetworks(networks);
  return ({ socket }: IncomingMessage) => isTrusted(readAddress(socket.remoteAddress ?? '') ?? '');
};

export const openRequestIds =
  (isFromProxy: (request: IncomingMessage) => boolean) => (request: IncomingMessage) => {
    const id = request.headers[requestIdHeader];
    return typeof id === 'string' && wellFormed.test(id) && isFromProxy(request) ? id : randomUUID();
  };
