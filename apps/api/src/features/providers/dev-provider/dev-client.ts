// Calls to the own dev provider use the public address, but do not leave the machine.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '@ballast/contract/auth/providers';
import type { CustomFetch } from 'openid-client';

export const devCredentials = { clientId: 'dev', clientSecret: 'dev' };

export const devProviderUrl = (publicUrl: string, provider: Provider) => `${publicUrl}/dev/${provider}`;

const everywhere = ['0.0.0.0', '::'];

const ownOrigin = (server: Server) => {
  const { address, port, family } = server.address() as AddressInfo;
  if (everywhere.includes(address)) return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
};

// The port is known once the server listens.
export const openDevFetch =
  (publicUrl: string, server: Server): CustomFetch =>
  (url, options) =>
    fetch(url.replace(publicUrl, ownOrigin(server)), options as RequestInit);
