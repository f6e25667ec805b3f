// What a stranger may send, from many networks: they come through a proxy that says so.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { makeSecret } from '@ballast/harness/many-keys';
import type { Lane } from './lane.ts';
import { json, request } from './requests.ts';

// So many command lines wait in one process, and so many of them in one network.
const waiting = 2000;
const waitingPerNetwork = 100;
const networks = 200;

const pathLength = 8000;
const separators = ['/', '//a', '%2f', '.', './', '-', ';', '?', '&', '=', '\\'];
const longPaths = separators.map((text) => `/${text.repeat(pathLength / text.length)}x`);

const codeVerifier = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

const largeBody = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
const report = Buffer.alloc(1024 * 1024, '[');
const pages = ['/api/openapi.json', '/docs', '/', '/auth/sign-in', '/api/portal'];

type From = (n: number) => Record<string, string>;

const newAddress = () => `${randomUUID()}@northwind.example`;

// Each of these costs a hash of a password.
const accountLanes = (from: From): Lane[] => [
  {
    name: 'wrong passwords',
    connections: 40,
    call: (place, nth) =>
      request(
        'POST',
        '/api/auth/login',
        json({ email: newAddress(), password: 'Wrong-horse1!' }, from(place + nth)),
      ),
  },
  {
    name: 'sign-ups',
    connections: 20,
    call: (place, nth) => {
      const body = {
        email: newAddress(),
        password: 'Correct-horse1!',
        fullName: 'Mara Okafor',
        authMethod: 'EMAIL',
      };
      return request('POST', '/api/auth/signup', json(body, from(place + nth)));
    },
  },
];

export const strangerLanes = (): Lane[] => {
  // Another stranger each time: no limit per network of an earlier one counts.
  const [site = 0, subnet = 0] = randomBytes(2);
  const from = (n: number) => ({ 'X-Forwarded-For': `${20 + (site % 100)}.${subnet}.${n % networks}.7` });
  const states = Array.from({ length: waiting }, () => randomBytes(32).toString('base64url'));
  const start = (place: number) => ({
    state: states[place],
    codeChallenge,
    deviceName: 'laptop',
  });
  const poll = (place: number) => ({ state: states[place], codeVerifier });
  return [
    {
      name: 'waiting command lines',
      connections: waiting,
      call: (place, nth) => {
        const network = from(Math.floor(place / waitingPerNetwork));
        return nth
          ? request('POST', '/api/cli/auth/token', json(poll(place), network))
          : request('POST', '/api/cli/auth/start', json(start(place), network));
      },
    },
    {
      name: 'long paths',
      connections: 80,
      call: (place, nth) =>
        request('GET', longPaths[(place + nth) % longPaths.length] ?? '/', { headers: from(place) }),
    },
    {
      name: 'unsigned reports of 1 MiB',
      connections: 20,
      call: (place) => request('POST', '/v1/leak-reports', { headers: from(place), body: report }),
    },
    {
      name: 'bodies of 60 KB',
      connections: 40,
      call: (place) =>
        request('POST', '/api/auth/login', {
          headers: { 'Content-Type': 'application/json', ...from(place) },
          body: largeBody,
        }),
    },
    ...accountLanes(from),
    {
      name: 'unknown keys',
      connections: 40,
      atChecks: true,
      call: (place) =>
        request('GET', '/v1/key-check', {
          headers: { Authorization: `Bearer ${makeSecret()}`, ...from(place) },
        }),
    },
    {
      name: 'pages',
      connections: 60,
      call: (place, nth) =>
        request('GET', pages[(place + nth) % pages.length] ?? '/', { headers: from(place) }),
    },
    {
      name: 'slow bodies',
      connections: 100,
      drips: true,
      call: (place) =>
        request('POST', '/api/auth/login', {
          headers: { 'Content-Type': 'application/json', 'Content-Length': '60000', ...from(place) },
        }),
    },
  ];
};
