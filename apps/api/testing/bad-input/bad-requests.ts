// Each request to an endpoint is a valid one, made from its schemas, with up to three faults.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import fc from 'fast-check';
import { badAddress, badMethod } from './bad-addresses.ts';
import { badBody } from './bad-bodies.ts';
import { badHeader } from './bad-headers.ts';
import { type Caller, credentialsFor, headersOf } from './callers.ts';
import { type Draft, type Fault, type HttpRequest, percentEncode, toQuery, toRequest } from './draft.ts';
import { type Fields, validFields } from './valid-values.ts';

const fillPath = (route: string, params: Fields) =>
  route.replace(/:(\w+)/g, (_, name: string) => percentEncode(String(params[name])));

// An id that exists, as often as one that does not.
const validParams = (endpoint: Endpoint, where: string, { ids }: Caller): fc.Arbitrary<Fields> => {
  const any = validFields(endpoint.params, where);
  if (!endpoint.path.includes(':id')) return any;
  return fc.oneof(
    any,
    fc.constantFrom(...ids).map((id) => ({ id })),
  );
};

// Each comes from an address of its own, so that no limit of one address hides what comes after it.
const address = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 254 }), fc.integer({ min: 1, max: 254 }))
  .map(([a, b, c]) => `44.${a}.${b}.${c}`);

const faultsOf = (endpoint: Endpoint): fc.Arbitrary<Fault> =>
  fc.oneof(
    { weight: endpoint.body ? 12 : 2, arbitrary: badBody(endpoint) },
    { weight: endpoint.params || endpoint.query ? 8 : 3, arbitrary: badAddress(endpoint) },
    { weight: 6, arbitrary: badHeader },
    { weight: 1, arbitrary: badMethod },
  );

export const requestsTo = (endpoint: Endpoint, caller: Caller): fc.Arbitrary<() => HttpRequest> => {
  const where = `${endpoint.method} ${routeOf(endpoint)}`;
  return fc
    .record({
      params: validParams(endpoint, where, caller),
      query: validFields(endpoint.query, `${where} query`),
      body: validFields(endpoint.body, `${where} body`),
      shown: credentialsFor(endpoint),
      from: address,
      faults: fc.array(faultsOf(endpoint), { minLength: 1, maxLength: 3, size: 'max' }),
    })
    .map(({ params, query, body, shown, from, faults }) => () => {
      const valid: Draft = {
        method: endpoint.method,
        path: fillPath(routeOf(endpoint), params),
        query: toQuery(query),
        headers: {
          'x-forwarded-for': from,
          ...headersOf(shown, caller),
          ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
        },
        body: endpoint.body ? body : null,
      };
      return toRequest(faults.reduce((draft, fault) => fault(draft), valid));
    });
};
