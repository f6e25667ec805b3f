// The command line as the portal and the browser meet it: it asks, listens on this device and waits for its token.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { completeCliAuth, fetchCliToken, startCliAuth } from '@ballast/contract/cli/cli-auth';
import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import { createClient } from '@ballast/contract/http/client';
import { getProfile } from '@ballast/contract/profile';
import type { Account } from './accounts.ts';
import { portalUrl } from './portals/portal-under-test.ts';

const call = createClient({ portalUrl });

// A terminal that is not on this machine.
const callFrom = (address: string) =>
  createClient({
    portalUrl,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, 'x-forwarded-for': address } }),
  });

// Nobody listens there: the authorisation must not need it.
const deafRedirect = 'http://127.0.0.1:9/callback';

export const cliAddress = (state: string, redirect = deafRedirect) =>
  `/cli/auth?${new URLSearchParams({ state, redirect })}`;

type Terminal = { address?: string; loopback?: boolean; scopes?: CliScope[]; expiresInDays?: number };

export const startCliLogin = async (
  deviceName = 'mara-laptop',
  redirect = deafRedirect,
  { address, loopback = true, ...granted }: Terminal = {},
) => {
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const register = address ? callFrom(address) : call;
  const started = await register(startCliAuth, {
    body: { state, codeChallenge, deviceName, loopback, ...granted },
  });
  return {
    state,
    ...started,
    address: cliAddress(state, redirect),
    fetchToken: () => call(fetchCliToken, { body: { state, codeVerifier } }),
  };
};

// A device that is authorized and was used.
export const authorizedDevice = async (account: Account, deviceName?: string) => {
  const login = await startCliLogin(deviceName);
  await account.call(completeCliAuth, { body: { state: login.state } });
  const grant = await login.fetchToken();
  if (grant.status !== 'GRANTED') throw new Error(`the token is not granted: ${grant.status}`);
  const asDevice = createClient({ portalUrl, token: () => grant.token });
  await asDevice(getProfile);
  return { call: asDevice, id: grant.deviceId };
};

export const listenOnThisDevice = async () => {
  const arrivals: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname === '/callback') arrivals.push(url.searchParams);
    response.setHeader('content-type', 'text/html').end('<title>Denied</title>Denied in the terminal');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { arrivals, redirect: `http://127.0.0.1:${port}/callback`, close: () => server.close() };
};
