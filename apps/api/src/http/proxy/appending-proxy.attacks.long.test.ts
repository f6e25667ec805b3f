// A caller with a private address behind a proxy that appends to X-Forwarded-For, in a real nginx: a VPN, a pod, another machine
// of the same network.
import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { completeCliAuth, getCliRequest } from '@ballast/contract/cli/cli-auth';
import { createClient } from '@ballast/contract/http/client';
import { createKey, updateKey } from '@ballast/contract/keys/api-keys';
import { keyCheckMessages } from '@ballast/contract/keys/key-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { challengeOf, newSecrets } from '../../../testing/cli-login.ts';
import { startProxy } from '../../../testing/servers/nginx.ts';
import { failureOf, startTestApp, type TestApp } from '../../../testing/test-app.ts';

const office = '203.0.113.24';
const insider = '127.0.0.7';

// Each claims the office's address in another way.
const claims: [string, string | string[]][] = [
  ['one entry', office],
  ['the same entry many times', Array(50).fill(office).join(', ')],
  ['several lines', [office, office, office]],
  ['an empty last entry', `${office},`],
  ['a list that ends with a proxy', `${office}, 127.0.0.1`],
  ['700 entries', `${office}${',10.0.0.1'.repeat(700)}`],
];

describe.each([
  { trust: '1', proxies: 1 },
  { trust: '2', proxies: 2 },
])('TRUST_PROXY=$trust behind so many proxies', ({ trust, proxies }) => {
  let portal: TestApp;
  let ways: Awaited<ReturnType<typeof startProxy>>[] = [];

  beforeAll(async () => {
    portal = await startTestApp({ env: { TRUST_PROXY: trust } });
    let address = new URL(portal.url).host;
    for (let each = 0; each < proxies; each += 1) {
      const way = await startProxy([address], { appends: true });
      ways = [way, ...ways];
      address = new URL(way.url).host;
    }
  });
  afterAll(async () => {
    for (const way of ways) await way.stop();
    await portal?.stop();
  });

  // The call comes from the insider's address, through all proxies.
  const ask = async (path: string, headers: http.OutgoingHttpHeaders, body?: string) => {
    const { hostname, port } = new URL(ways[0]?.url ?? '');
    const method = body ? 'POST' : 'GET';
    const sent = http.request({ hostname, port, path, method, headers, localAddress: insider }).end(body);
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    return { status: response.statusCode, body: (await json(response)) as Record<string, unknown> };
  };

  test.each(claims)(
    'a key is not usable from the network of its owner by claiming its address in %s',
    async (_, claim) => {
      const { call } = await portal.verifiedUser();
      const { id, key } = await call(createKey, { body: { name: 'office', environment: 'SANDBOX' } });
      await call(updateKey, { params: { id }, body: { allowedNetworks: ['203.0.113.0/24'] } });
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': claim };
      const { status, body } = await ask('/v1/key-check', headers);
      expect([status, body.code, body.message]).toEqual([
        403,
        'address_not_allowed',
        keyCheckMessages.addressNotAllowed(insider),
      ]);
    },
  );

  test.each(claims)(
    'a command line is not let in without its code by claiming the address of a person in %s',
    async (_, claim) => {
      const { state, codeVerifier } = newSecrets();
      const body = JSON.stringify({ state, codeChallenge: challengeOf(codeVerifier), deviceName: 'laptop' });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': claim };
      expect(await ask('/api/cli/auth/start', headers, body)).toMatchObject({ status: 201 });

      const { session } = await portal.verifiedUser();
      // The portal sees the person at the office, as all of its proxies would report it.
      const list = [office, ...Array(proxies - 1).fill('127.0.0.1')].join(', ');
      const person = createClient({
        portalUrl: portal.url,
        token: () => session.access_token,
        fetch: (input, init) =>
          fetch(input, { ...init, headers: { ...init?.headers, 'x-forwarded-for': list } }),
      });
      const request = await person(getCliRequest, { params: { state } });
      expect(request).toMatchObject({ address: insider, pairingRequired: true, pairingCode: null });
      expect(await failureOf(person(completeCliAuth, { body: { state } }))).toMatchObject({ status: 422 });
    },
  );
});
