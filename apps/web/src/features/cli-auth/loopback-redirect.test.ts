import { expect, test } from 'vitest';
import { deniedAddress, loopbackRedirect } from './loopback-redirect.ts';

test.each([
  'http://127.0.0.1:4000/callback',
  'http://127.0.0.1/',
  'http://127.0.0.1',
  'http://localhost:65535/callback?x=1',
  'http://LOCALHOST:4000',
  'http://[::1]:4000/callback',
  'http://[0:0:0:0:0:0:0:1]:4000/',
])('%s is this device', (address) => {
  expect(loopbackRedirect(address)).not.toBeNull();
});

test.each([
  '',
  '/',
  'callback',
  '//127.0.0.1:4000',
  '127.0.0.1:4000',
  'https://127.0.0.1:4000',
  'ftp://127.0.0.1',
  'file:///etc/passwd',
  'javascript:alert(1)//127.0.0.1',
  'data:text/html,http://127.0.0.1',
  'blob:http://127.0.0.1/x',
  'http://evil.example',
  'http://evil.example/127.0.0.1',
  'http://evil.example?http://127.0.0.1',
  'http://evil.example#@127.0.0.1',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1:4000@evil.example',
  'http://localhost@evil.example/',
  'http://evil.example\\@127.0.0.1',
  'http://mara:secret@127.0.0.1:4000',
  'http://mara@localhost',
  'http://localhost.evil.example',
  'http://localhost.',
  'http://notlocalhost',
  'http://127.0.0.2',
  'http://0.0.0.0:4000',
  'http://10.0.0.1',
  'http://169.254.169.254',
  'http://[::ffff:7f00:1]',
  'http://[::]',
  'http://[::2]',
  'http://127.0.0.1:99999',
  'http://',
])('%j is somebody else', (address) => {
  expect(loopbackRedirect(address)).toBeNull();
});

test.each([
  ['http://127.0.0.1:4000/callback', 'http://127.0.0.1:4000/callback?error=access_denied&state=s'],
  ['http://[::1]:4000', 'http://[::1]:4000/?error=access_denied&state=s'],
  ['http://localhost:4000/?a=b', 'http://localhost:4000/?a=b&error=access_denied&state=s'],
  ['http://localhost:4000/?error=none&state=x', 'http://localhost:4000/?error=access_denied&state=s'],
])('a denial is told to %s', (address, expected) => {
  const redirect = loopbackRedirect(address);
  expect(redirect && deniedAddress(redirect, 's')).toBe(expected);
});
