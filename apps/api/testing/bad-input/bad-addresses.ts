// The request line has these faults: in the method, the path with its parameters, and the query.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import fc from 'fast-check';
import { badText, hostileNames } from './bad-values.ts';
import { type Fault, percentEncode } from './draft.ts';
import { definitionOf, valuesAtLimits } from './valid-values.ts';

const broken = [
  '%',
  '%2',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%00',
  '%0d%0aX:1',
  '%2f',
  '%2e%2e%2f',
  '%5c',
  '%252f',
];

export const badMethod: fc.Arbitrary<Fault> = fc
  .constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'LINK',
    'QUERY',
  )
  .map((method) => (draft) => ({ ...draft, method }));

const changed =
  (change: (path: string) => string): Fault =>
  (draft) => ({ ...draft, path: change(draft.path) });

const tricks: fc.Arbitrary<Fault> = fc.constantFrom(
  ...[
    (path: string) => `/${path}`,
    (path: string) => `${path}/`,
    (path: string) => `${path}//`,
    (path: string) => `${path}.`,
    (path: string) => `${path}/..`,
    (path: string) => `${path}/../../etc/passwd`,
    (path: string) => `/x/..${path}`,
    (path: string) => `/.${path}`,
    (path: string) => `${path};x=1`,
    (path: string) => `${path}%00`,
    (path: string) => `${path}%20`,
    (path: string) => `${path}#x`,
    (path: string) => `${path}/${'a/'.repeat(1000)}`,
    (path: string) => `${path}/${'x'.repeat(5000)}`,
    (path: string) => path.replaceAll('/', '//'),
    (path: string) => path.replaceAll('/', '/./'),
    (path: string) => path.replaceAll('/', '%2f'),
    (path: string) => path.replaceAll('/', '\\'),
    (path: string) => path.toUpperCase(),
    (path: string) => `http://evil.example${path}`,
    (path: string) => `//evil.example${path}`,
    () => '*',
    () => '//',
    () => '/%',
  ].map(changed),
);

const segmentFaults = (path: string): fc.Arbitrary<Fault> => {
  const places = path.split('/').flatMap((segment, place) => (segment.startsWith(':') ? [place] : []));
  const all = path
    .split('/')
    .map((_, place) => place)
    .slice(1);
  const put = (place: number, text: string) =>
    changed((now) =>
      now
        .split('/')
        .map((segment, other) => (other === place ? text : segment))
        .join('/'),
    );
  const text = fc.oneof(badText.map(percentEncode), fc.constantFrom(...broken), badText);
  return fc
    .tuple(fc.constantFrom(...(places.length ? places : all)), text)
    .map(([place, text]) => put(place, text));
};

const append =
  (part: string): Fault =>
  (draft) => ({ ...draft, query: draft.query ? `${draft.query}&${part}` : part });

const replaced =
  (name: string, value: string): Fault =>
  (draft) => ({
    ...draft,
    query: [
      ...draft.query.split('&').filter((part) => part && !part.startsWith(`${name}=`)),
      `${name}=${value}`,
    ].join('&'),
  });

const ofParameter = (name: string, atLimits: unknown[]): fc.Arbitrary<Fault> => {
  const value = fc.oneof(
    badText.map(percentEncode),
    badText.map((text) => percentEncode(text).replaceAll('%20', '+')),
    fc.constantFrom(
      ...broken,
      '',
      'true',
      '-1',
      '1e3',
      '0.5',
      ...atLimits.map((limit) => percentEncode(String(limit))),
    ),
  );
  return fc.oneof(
    { weight: 6, arbitrary: value.map((text) => replaced(name, text)) },
    { weight: 1, arbitrary: value.map((text) => append(`${name}=${text}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`${name}[]=a`, `${name}[a]=b`, `${name}[__proto__]=b`, name).map(append),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Fault>((draft) => ({
        ...draft,
        query: draft.query
          .split('&')
          .filter((part) => !part.startsWith(`${name}=`))
          .join('&'),
      })),
    },
  );
};

const anyQuery: fc.Arbitrary<Fault> = fc.oneof(
  fc
    .constantFrom('&', '&&', '=', '==', '?', '??a', '%', '%zz=1', '[]=1', '__proto__=1', 'a=1'.repeat(500))
    .map(append),
  fc.constantFrom(...hostileNames).map((name) => append(`${name}=x`)),
  fc.constantFrom(500, 1500).map((count) => append('a=1&'.repeat(count))),
  fc.tuple(badText, badText).map(([name, value]) => append(`${percentEncode(name)}=${percentEncode(value)}`)),
);

export const badAddress = (endpoint: Endpoint): fc.Arbitrary<Fault> => {
  const parameters = Object.entries((endpoint.query && definitionOf(endpoint.query).shape) ?? {});
  const ofQuery = parameters.map(([name, field]) => ofParameter(name, valuesAtLimits(field)));
  return fc.oneof(
    { weight: 2, arbitrary: tricks },
    { weight: endpoint.params ? 8 : 2, arbitrary: segmentFaults(routeOf(endpoint)) },
    { weight: 1, arbitrary: anyQuery },
    ...(ofQuery.length ? [{ weight: 10, arbitrary: fc.oneof(...ofQuery) }] : []),
  );
};
