// These say whose address a call has, whatever its headers claim.
import { expect, test } from 'vitest';
import { networkOf, readAddress } from './address.ts';
import { openClientAddress } from './client-address.ts';
import { readTrustedProxies, trustNobody } from './trusted-proxies.ts';

const clientOf = (trust: string, peer: string, forwardedFor = '') =>
  openClientAddress(readTrustedProxies(trust) ?? trustNobody)(peer, forwardedFor);

test.each([
  ['off', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['on', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['on', '127.0.0.1', 'invented, 198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['on', '10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2, 192.168.7.7', '203.0.113.9'],
  ['on', '203.0.113.50', '198.51.100.1', '203.0.113.50'],
  ['on', '::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['on', '::1', '[2001:DB8:0::1]:4711', '2001:db8::1'],
  ['on', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['on', '127.0.0.1', '203.0.113.9, this very computer', '127.0.0.1'],
  ['on', '127.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
  ['on', '127.0.0.1', '', '127.0.0.1'],
  ['on', '127.0.0.1', ' , ', '127.0.0.1'],
  ['203.0.113.0/24, 127.0.0.1', '127.0.0.1', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['203.0.113.0/24', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
  ['2001:db8::/32', '2001:db8::7', '198.51.100.1', '198.51.100.1'],
  // One proxy that appends: whatever the caller wrote, its own address is the last.
  ['1', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['1', '10.0.0.1', '203.0.113.9, 10.8.0.5', '10.8.0.5'],
  ['1', '10.0.0.1', '203.0.113.9, 10.8.0.5:4711', '10.8.0.5'],
  ['1', '10.0.0.1', `203.0.113.9${', 198.51.100.1'.repeat(2000)}, 10.8.0.5`, '10.8.0.5'],
  ['2', '10.0.0.1', '203.0.113.9, 10.8.0.5, 10.0.0.2', '10.8.0.5'],
  ['2', '10.0.0.1', '203.0.113.9,,10.8.0.5,10.0.0.2', '10.8.0.5'],
  ['20', '10.0.0.1', `203.0.113.9${', 10.0.0.2'.repeat(19)}`, '203.0.113.9'],
  // Fewer entries than proxies, or something else than an address: the peer is the client.
  ['1', '10.0.0.1', '', '10.0.0.1'],
  ['2', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['3', '10.0.0.1', '203.0.113.9, 10.0.0.2', '10.0.0.1'],
  ['20', '10.0.0.1', `203.0.113.9${', 10.0.0.2'.repeat(18)}`, '10.0.0.1'],
  ['1', '10.0.0.1', '203.0.113.9, this very computer', '10.0.0.1'],
  ['1', '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
  ['2', '10.0.0.1', ',203.0.113.9', '10.0.0.1'],
  // A peer with a public address is no proxy, whatever it sends.
  ['1', '203.0.113.50', '198.51.100.1', '203.0.113.50'],
])('TRUST_PROXY=%s: called by %s with X-Forwarded-For %j the client is %s', (trust, peer, list, client) => {
  expect(clientOf(trust, peer, list)).toBe(client);
});

test('a list without end is not followed', () => {
  expect(clientOf('on', '127.0.0.1', `203.0.113.9${', 10.0.0.1'.repeat(2000)}`)).toBe('10.0.0.1');
});

test.each([
  '',
  'yes',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.1/8/8',
  'proxy.example',
  '10.0.0.1,',
  '10.0.0.1/x',
  '0',
  '01',
  '-1',
  '1.5',
  '21',
  '1, 10.0.0.1',
])('TRUST_PROXY=%j is refused', (text) => expect(readTrustedProxies(text)).toBeNull());

test.each([
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '<b>',
  '203.0.113.9 (verified)',
  '[]',
  ':',
  'x'.repeat(10_000),
])('%j is no address', (text) => expect(readAddress(text)).toBeNull());

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::aaaa:bbbb:cccc:dddd', 'fe80:0:0:0::/64'],
  ['', ''],
])('what limits count for %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
