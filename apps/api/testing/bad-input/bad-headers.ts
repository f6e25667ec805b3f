// Faults of the headers: those that say who calls and from where, those that say what is sent, and nonsense.
import fc from 'fast-check';
import { badText } from './bad-values.ts';
import type { Fault } from './draft.ts';

// What a header's value can carry at all.
const toHeader = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

const withHeader =
  (name: string, value: string | string[] | undefined): Fault =>
  (draft) => {
    const { [name]: _, ...others } = draft.headers;
    return { ...draft, headers: value === undefined ? others : { ...others, [name]: value } };
  };

const oneOf = (name: string, ...values: (string | string[] | undefined)[]) =>
  fc.constantFrom(...values).map((value) => withHeader(name, value));

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = `${segment({ alg: 'none', typ: 'JWT' })}.${segment({ sub: crypto.randomUUID(), exp: 9e9 })}.`;
const signedByNobody = `${segment({ alg: 'HS256', kid: '../../dev/null' })}.${segment({ sub: 1, exp: 'x' })}.AAAA`;
const noJson = `${Buffer.from('{').toString('base64url')}.${Buffer.from('[').toString('base64url')}.x`;
const tokens = [
  ...[
    '',
    'x',
    'null',
    'undefined',
    '.',
    '..',
    '...',
    'a.b.c',
    unsigned,
    signedByNobody,
    noJson,
    '='.repeat(50),
  ],
  ...['blst_cli_', `blst_cli_${'A'.repeat(43)}`, `blst_cli_${'%'.repeat(43)}`, 'blst_test_', 'blst_live_'],
  ...[
    `blst_test_${'A'.repeat(40)}`,
    `blst_live_${'é'.repeat(20)}`,
    'x'.repeat(6000),
    `${'a'.repeat(2000)}.b.c`,
  ],
];

const authorization = fc.oneof(
  oneOf(
    'authorization',
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'bearer',
    'Basic dTpw',
    'Basic',
    'Digest x',
    ',',
  ),
  oneOf(
    'authorization',
    'Bearer a b',
    'Bearer  x',
    'BEARER\tx',
    'Bearer x, Bearer y',
    'Bearer "x"',
    'Negotiate x',
  ),
  oneOf('authorization', ...tokens.map((token) => `Bearer ${token}`.trim())),
  oneOf('x-api-key', ...tokens, ['a', 'b']),
  badText.map((text) => withHeader('authorization', `Bearer ${toHeader(text)}`.trim())),
  // It is almost right: the caller's own, changed in one place.
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('', 'A', '.', '=', ' ', 'é')).map(
    ([part, put]): Fault =>
      (draft) => {
        const { authorization: own } = draft.headers;
        if (typeof own !== 'string') return draft;
        const place = Math.floor(part * own.length);
        return withHeader(
          'authorization',
          `${own.slice(0, place)}${put}${own.slice(place + 1)}`.trim(),
        )(draft);
      },
  ),
);

const types = [
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
  ],
  ...[
    'application/xml',
    'application/json-patch+json',
    'application/vnd.api+json',
    'application/jsonx',
    '*/*',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json; charset="',
    'APPLICATION/JSON',
  ],
  ...[
    'application/json;',
    'application/json, text/html',
    'application /json',
    '/',
    ';',
    'json',
    'x'.repeat(3000),
  ],
];

const content = fc.oneof(
  oneOf('content-type', undefined, '', ...types),
  oneOf('content-type', ['application/json', 'text/html']),
  oneOf('content-encoding', 'gzip', 'br', 'deflate', 'identity', 'x', ''),
  oneOf('content-language', '', 'x'.repeat(500)),
  oneOf(
    'accept',
    '',
    '*',
    'text/html',
    'application/xml;q=1',
    'application/json;version=99',
    'x'.repeat(2000),
  ),
  oneOf('accept-encoding', '', '*;q=0', 'gzip;q=9', 'identity;q=0'),
  oneOf('accept-version', '1.x', '2.0.0', '*', ''),
);

const whence = fc.oneof(
  oneOf(
    'x-forwarded-for',
    '',
    ',',
    '::1',
    '::ffff:127.0.0.1',
    '1.2.3.4:99',
    '[::1]:80',
    '999.1.1.1',
    '0x7f.1',
    'unknown',
  ),
  oneOf(
    'x-forwarded-for',
    '1.2.3.4, , 5.6.7.8',
    `${'1.1.1.1,'.repeat(500)}2.2.2.2`,
    ['1.1.1.1', 'x'],
    'fe80::1%eth0',
  ),
  badText.map((text) => withHeader('x-forwarded-for', toHeader(text))),
  oneOf('x-forwarded-proto', 'https', 'javascript', '', 'http,https'),
  oneOf('x-forwarded-host', 'evil.example', '', 'a b', 'portal.test:99999'),
  oneOf('forwarded', 'for=_x;proto=https', 'for="', ''),
  oneOf('origin', 'null', 'http://evil.example', '', 'x'),
  oneOf('referer', 'http://evil.example/?token=x', '%', ''),
  oneOf('user-agent', undefined, '', 'x'.repeat(7000), '\xff\xfe', '() { :;}; echo', '\tMozilla'),
  badText.map((text) => withHeader('user-agent', toHeader(text).slice(0, 7000))),
);

const cookies = fc.oneof(
  oneOf(
    'cookie',
    '',
    '=',
    ';',
    ';;;=;',
    'a',
    'a=%',
    'a=%zz',
    '__proto__=x',
    'constructor=1; toString=2',
    'a="',
  ),
  oneOf(
    'cookie',
    'x=1; '.repeat(400),
    `a=${'b'.repeat(6000)}`,
    ['a=1', 'a=2'],
    'ballast_oauth=%00',
    '\xff=\xff',
  ),
  badText.map((text) => withHeader('cookie', `ballast_oauth=${toHeader(text)}`)),
);

const conditions = fc.oneof(
  oneOf('if-none-match', '*', '"x"', 'W/', ''),
  oneOf('if-match', '*', '"x"', ''),
  oneOf('if-modified-since', 'yesterday', '0', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  oneOf('if-unmodified-since', 'x'),
  oneOf('if-range', 'x'),
  oneOf('range', 'bytes=0-', 'bytes=-1', 'bytes=9-1', 'lines=1', 'x'),
  oneOf('expect', '100-continue'),
  oneOf('x-http-method-override', 'DELETE', 'X'),
  oneOf('x-request-id', 'x'.repeat(2000), '\xff', ''),
  oneOf('idempotency-key', '', 'x', 'x'.repeat(129), '\xff', 'a b', ['a', 'b']),
  oneOf('traceparent', 'x', '00-0-0-0'),
  oneOf('apikey', '', 'x'),
  oneOf('x-supabase-api-version', '9999-99-99', 'x'),
);

const nonsense = fc.oneof(
  oneOf('__proto__', 'x'),
  oneOf('constructor', 'x'),
  fc.constantFrom(20, 150).map(
    (count): Fault =>
      (draft) => ({
        ...draft,
        headers: {
          ...draft.headers,
          ...Object.fromEntries(Array.from({ length: count }, (_, place) => [`x-h${place}`, 'v'])),
        },
      }),
  ),
);

const hosts = oneOf(
  'host',
  '',
  'evil.example',
  'localhost:99999',
  '[::1',
  'a b',
  '..',
  'portal.test',
  'x'.repeat(300),
);

export const badHeader: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: authorization },
  { weight: 4, arbitrary: content },
  { weight: 4, arbitrary: whence },
  { weight: 3, arbitrary: cookies },
  { weight: 3, arbitrary: conditions },
  { weight: 1, arbitrary: nonsense },
  { weight: 1, arbitrary: hosts },
);
