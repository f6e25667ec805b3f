// Requests that are no HTTP, or that two servers in a row would read in two ways. No HTTP library sends them.
import fc from 'fast-check';

const paths = [
  '/api/portal',
  '/api/auth/login',
  '/api/users/profile',
  '/v1/key-check',
  '/v1/balance',
  '/health',
  '/',
];

const requestLines = fc.tuple(
  fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'OPTIONS',
    'get',
    'FOO',
    '',
    '\0',
    'GÉT',
    'PRI',
    'M-SEARCH',
    'X'.repeat(300),
  ),
  fc.constantFrom(' ', ' ', ' ', ' ', '  ', '\t', ''),
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '*',
        '/\0',
        '/é',
        '/a b',
        '/\x7f',
        '/%',
        '//',
        '\\',
        'http://evil.example/',
        `/${'x'.repeat(20_000)}`,
        ':99',
      ),
    },
  ),
  fc.constantFrom(' ', ' ', ' ', '  ', ''),
  fc.oneof(
    { weight: 5, arbitrary: fc.constant('HTTP/1.1') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'HTTP/1.0',
        'HTTP/0.9',
        'HTTP/2.0',
        'HTTP/9.9',
        'HTTP/1.1 x',
        'HTTP/',
        'http/1.1',
        'ICE/1.0',
        '',
      ),
    },
  ),
);

const headerLines = fc.constantFrom(
  ...[
    'Host: localhost',
    'Host: a\r\nHost: b',
    'Host : portal.test',
    'Host',
    'Host:',
    ' Host: x',
    'Host: \0',
    'Host: a b',
  ],
  ...[
    'X: 1\r\n folded',
    'X\0: 1',
    'X: \x01',
    'X: a\rb',
    'no colon',
    ': no name',
    'é: 1',
    'X: \xff',
    '(x): 1',
    'X:',
  ],
  ...[
    'Content-Length: -1',
    'Content-Length: x',
    'Content-Length: 1, 2',
    'Content-Length: 1\r\nContent-Length: 2',
  ],
  ...[
    'Content-Length: 99999999999999999999',
    'Content-Length: +5',
    'Content-Length: 0x5',
    'Content-Length: 5',
    'Content-Length:',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
    'Transfer-Encoding: gzip, chunked',
  ],
  ...[
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: identity',
    'Transfer-Encoding:',
  ],
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  ],
  ...[
    'Expect: nonsense',
    'Expect: 100-continue',
    'Upgrade: websocket\r\nConnection: upgrade',
    'Connection: x, close, \x02',
  ],
  ...[
    'Upgrade: h2c\r\nHTTP2-Settings: x\r\nConnection: Upgrade, HTTP2-Settings',
    'Connection: keep-alive',
    'Keep-Alive: timeout=-1',
  ],
  ...[
    'Content-Type: application/json',
    'Content-Type: \x00',
    'Authorization: Bearer \x01',
    'X-Api-Key: \xff',
    'Trailer: Host',
  ],
  ...[
    `X: ${'y'.repeat(20_000)}`,
    `${'x'.repeat(20_000)}: 1`,
    'X: 1\r\n'.repeat(3000).trim(),
    'Cookie: \x00=\x00',
    'X-Forwarded-For: \x7f',
  ],
);

const bodies = fc.constantFrom(
  ...[
    '',
    '',
    '{}',
    '{"a":1}',
    'hello',
    '5\r\nhello\r\n0\r\n\r\n',
    'zz\r\nhello\r\n0\r\n\r\n',
    '-1\r\nx\r\n',
    '0\r\n\r\n',
  ],
  ...[
    'FFFFFFFFFFFFFFFFFF\r\nx',
    '5\r\nhel',
    '5;x=\0\r\nhello\r\n0\r\n\r\n',
    '5 \r\nhello\r\n0\r\n\r\n',
    '0\r\nX: \0\r\n\r\n',
  ],
  ...[
    '0\r\nTransfer-Encoding: chunked\r\n\r\n',
    `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    '\0\0\0\0',
    '\x16\x03\x01\x02\x00',
  ],
  ...[
    'GET /health HTTP/1.1\r\nHost: smuggled\r\n\r\n',
    '0\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
    '\r\n\r\n',
  ],
);

export const malformedRequest = fc
  .record({
    line: requestLines.map((parts) => parts.join('')),
    host: fc.constantFrom('Host: localhost', 'Host: localhost', 'Host: localhost', null),
    headers: fc.array(headerLines, { maxLength: 3 }),
    newline: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n'),
    body: bodies,
    // It breaks off after this part.
    sent: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0.01, max: 1, noNaN: true }) },
    ),
  })
  .map(({ line, host, headers, newline, body, sent }) => {
    const bytes = Buffer.from([line, ...(host ? [host] : []), ...headers, '', body].join(newline), 'latin1');
    return bytes.subarray(0, Math.ceil(bytes.length * sent));
  });

// It can be pasted into a terminal, with the portal's port.
export const toPrintf = (bytes: Buffer, port: number) =>
  `printf '${[...bytes].map((byte) => (byte > 0x20 && byte < 0x7f && !"'\\%".includes(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}' | nc -q 1 127.0.0.1 ${port}`;
