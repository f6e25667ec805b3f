// Addresses that no route takes, and whatever may come after those that one does.
import type { Headers } from '../bad-input/draft.ts';
import { longestHead, type Place } from './contract-places.ts';
import { inAddress } from './patterns.ts';

export const get = (target: string, headers: Headers) => ({ method: 'GET', target, headers, body: null });

// The web app's pages, its files, the documentation, what is for development, and what nobody answers.
const beginnings = [
  ...[
    '/',
    '/x/',
    '/dashboard/keys/',
    '/auth/',
    '/verify-email',
    '/assets/',
    '/assets/index-',
    '/docs',
    '/docs/',
  ],
  ...['/api/', '/api/auth/v1/', '/api/api-keys/', '/v1/', '/v1/key-check/', '/cli/', '/dev/', '/dev/github/'],
  ...['/dev/google/', '/dev/mailbox', '/.well-known/', '/health/', 'http://x/', '//'],
];
const queries = [
  '/?',
  '/dashboard?',
  '/docs/?',
  '/api/portal?',
  '/api/activities?',
  '/v1/key-check?',
  '/v1/key-check?scope=',
];

export const addresses: Place[] = [...beginnings, ...queries].map((before) => ({
  name: `GET ${before}…`,
  longest: longestHead,
  form: inAddress,
  request: (text, headers) => get(`${before}${text}`, headers),
}));
