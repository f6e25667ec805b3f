// Whatever a stranger sends, and however long it is, the work grows with its length and not faster: one request must not
// keep a process from everybody else. The places are found in the contract, so a new field is attacked without being listed.

import { endpoints } from '@ballast/contract/endpoints';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { routeOf } from '@ballast/contract/http/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  createRenewal,
  headersOf,
  mostly,
  openCaller,
} from '../../testing/bad-input/callers.ts';
import { openSender } from '../../testing/bad-input/send-request.ts';
import { howOften, onPostgres } from '../../testing/databases/database.ts';
import { addresses } from '../../testing/long-texts/address-places.ts';
import { bodies } from '../../testing/long-texts/body-places.ts';
import { placesOfEndpoint } from '../../testing/long-texts/contract-places.ts';
import { headers, headersInSources, headersRead } from '../../testing/long-texts/header-places.ts';
import { findSlow, type LongText, textsFor } from '../../testing/long-texts/measure-places.ts';
import { patterns } from '../../testing/long-texts/patterns.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { unlimited } from '../../testing/unlimited.ts';

const app = useTestApp({ web: true, env: { LOG_LEVEL: 'error', TRUST_PROXY: 'on', ...unlimited } });

// Each place meets some of the patterns by turns, and the places together meet all of them. Addresses meet each of them always:
// what reads them is asked by anybody, and first.
const patternsEach = onPostgres()
  ? { fields: 1, addresses: 1, headers: 1, bodies: 1 }
  : {
      fields: howOften({ usual: 1, all: 12 }),
      addresses: patterns.length,
      headers: howOften({ usual: 1, all: 8 }),
      bodies: howOften({ usual: 1, all: 8 }),
    };

let sender: ReturnType<typeof openSender>;
let caller: Caller;
beforeAll(async () => {
  sender = openSender({ port: Number(new URL(app().url).port) });
  caller = await openCaller(app());
});
afterAll(() => sender.close());

// An API key may be used three times a second, by a clock that only the test moves.
const secondsBetween = 0.4;

// A request that is too large is refused before anybody reads it, and would show nothing.
const neverRead = [413, 414, 431];

const strangers = endpoints.filter(({ root }) => root !== 'operator');

const sendTo = (auth: Endpoint['auth']) => {
  const renew = createRenewal(app(), caller);
  return async ({ place, pattern }: LongText, bytes: number) => {
    if (auth === 'api-key') app().skipSeconds(secondsBetween);
    const request = place.request(place.form(pattern, bytes), headersOf(mostly[auth], caller));
    const { status } = await sender.send(request);
    if (status === 401) await renew(request);
    if (status >= 500 || neverRead.includes(status))
      throw new Error(`${status}: ${place.name} of ${bytes} bytes of ${JSON.stringify(pattern)}`);
  };
};

describe('the work for a long text grows with its length, in every field of', () => {
  const named = strangers.map((endpoint) => [`${endpoint.method} ${routeOf(endpoint)}`, endpoint] as const);
  test.each(named)('%s', async (_, endpoint) => {
    const texts = textsFor(placesOfEndpoint(endpoint), patternsEach.fields);
    expect(await findSlow(texts, sendTo(endpoint.auth))).toEqual([]);
  });
});

test.each(['addresses', 'headers', 'bodies'] as const)(
  'the work for a long text grows with its length, in all %s',
  async (kind) => {
    const texts = textsFor({ addresses, headers, bodies }[kind], patternsEach[kind]);
    expect(await findSlow(texts, sendTo('public'))).toEqual([]);
  },
);

test('every header that the sources read is attacked', () => {
  expect(Object.keys(headersRead)).toEqual(expect.arrayContaining(headersInSources()));
  expect(headersInSources()).toEqual(
    expect.arrayContaining(['x-required-scope', 'idempotency-key', 'user-agent']),
  );
});
