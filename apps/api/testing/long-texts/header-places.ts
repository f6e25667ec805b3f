// Every header that is read, cookies among them, at each door that reads headers in its own way.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Headers } from '../bad-input/draft.ts';
import { get } from './address-places.ts';
import { longestHead, type Place } from './contract-places.ts';
import { inHeader } from './patterns.ts';

// Every header that the server or one of its libraries reads, with what may stand before a long text in it.
export const headersRead: Record<string, string[]> = {
  accept: [''],
  'accept-encoding': ['', 'br;q=0', 'gzip, '],
  'accept-language': [''],
  authorization: [
    '',
    'Bearer ',
    'Bearer  ',
    'Bearer a.',
    'Bearer a.b.',
    'Bearer blst_test_',
    'Bearer blst_cli_',
    'Basic ',
  ],
  'content-type': [
    '',
    'application/json',
    'application/json; charset=',
    'application/json; a="',
    'multipart/form-data; boundary=',
  ],
  cookie: ['', 'known-device=', 'oauth-browser=', 'sign-up-browser=', 'sign-up-browser="'],
  'github-public-key-identifier': [''],
  'github-public-key-signature': [''],
  host: ['', 'localhost:', '[::'],
  'idempotency-key': [''],
  'if-modified-since': [''],
  'if-none-match': ['', '"a", W/"'],
  origin: ['', 'https://'],
  range: ['', 'bytes=', 'bytes=0-1,'],
  referer: ['', 'https://'],
  traceparent: ['', '00-'],
  'user-agent': ['', 'Mozilla/5.0 (', 'Mozilla/5.0 (X11; Linux) Chrome/'],
  'x-api-key': ['', 'blst_test_'],
  'x-forwarded-for': ['', '::', '[::', '1.1.1.1, '],
  'x-forwarded-method': [''],
  'x-forwarded-uri': ['', 'https://', '/?'],
  'x-original-method': [''],
  'x-original-uri': ['', 'https://', '/?'],
  'x-request-id': [''],
  'x-required-scope': ['', 'payments:'],
};

// The operator's socket is no stranger's.
const notStrangers = ['x-operator', 'x-operator-as'];

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const readingShapes = [
  /\b(?:request|raw)\.headers(?:\.|\[')([a-z-]+)/g,
  /\bheaders\['([a-z-]+)'\]/g,
  /\bgetHeader\('([a-z-]+)'/g,
  /\bname\.toLowerCase\(\) === '([a-z-]+)'/g,
  /\bheaders(?:Distinct)?\[(\w+Header)\]/g,
];

// The names of headers in the sources, or of the constants that hold them.
const namesIn = (text: string) =>
  readingShapes.flatMap((shape) => [...text.matchAll(shape)].map(([, name = '']) => name));

export const headersInSources = () => {
  const files = globSync('{apps/api,packages/contract}/src/**/*.ts', { cwd: root });
  const texts = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'));
  const constants = new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/\bconst (\w+Header) = '([a-z-]+)'/g)].map(([, name, value]) => [name, value]),
    ),
  );
  const names = texts.flatMap(namesIn).map((name) => constants.get(name) ?? name);
  return [...new Set(names)].filter((name) => !notStrangers.includes(name)).sort();
};

// A page, a call of the portal, one that is about a session, and the key check read headers each in their own way.
const readers = ['/', '/docs/', '/api/portal', '/api/users/profile', '/v1/key-check', '/cli/ballast.tgz'];

// Several lines of one name, which Node or the server joins.
const lineLength = 2;
// What Node counts for a line beside its name and value, at most.
const ofLine = 16;
const lines = (text: string) => text.match(/[\s\S]{1,2}/g) ?? [text];

export const headers: Place[] = Object.entries(headersRead).flatMap(([name, befores]) =>
  readers.flatMap((target) => [
    ...befores.map((before) => ({
      name: `GET ${target} ${name}: ${before}…`,
      longest: longestHead,
      form: inHeader,
      request: (text: string, others: Headers) => get(target, { ...others, [name]: `${before}${text}` }),
    })),
    ...(name === 'host' || name === 'content-type'
      ? []
      : [
          {
            name: `GET ${target} ${name} in many lines`,
            longest: Math.floor((longestHead * lineLength) / (name.length + lineLength + ofLine)),
            form: inHeader,
            request: (text: string, others: Headers) => get(target, { ...others, [name]: lines(text) }),
          },
        ]),
  ]),
);
