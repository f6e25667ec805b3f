// Which addresses lie in a network, held against Node's own list.
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { firstAddress, isCovered, networkText, openNetworks, readNetwork } from './networks.ts';

const network = (text: string) => {
  const read = readNetwork(text);
  if (!read) throw new Error(`${text} is no network`);
  return read;
};

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::/32', '2001:db8::/32'],
  ['::1', '::1/128'],
  ['::/0', '::/0'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
])('%s is read as %s', (text, written) => expect(networkText(network(text))).toBe(written));

test.each([
  '',
  '/',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0/8',
  '::/129',
  '::ffff:10.0.0.0/104',
  'x',
])('%j is no network', (text) => expect(readNetwork(text)).toBeNull());

test.each([
  ['203.0.113.9/24', '203.0.113.0'],
  ['255.255.255.255/1', '128.0.0.0'],
  ['2001:db8:1:2:3:4:5:6/33', '2001:db8::'],
  ['2001:db8:ffff::1/34', '2001:db8:c000::'],
  ['::1.2.3.4/120', '::1.2.3.0'],
])('the network of %s begins at %s', (text, first) => expect(firstAddress(network(text))).toBe(first));

test.each([
  ['10.1.0.0/16', ['10.0.0.0/8'], true],
  ['10.0.0.0/8', ['10.1.0.0/16'], false],
  ['10.0.0.0/8', ['10.0.0.0/8'], true],
  ['10.0.0.0/8', ['::/0'], false],
  ['2001:db8:1::/48', ['192.0.2.0/24', '2001:db8::/32'], true],
])('%s is covered by %j: %s', (text, others, covered) =>
  expect(isCovered(network(text), others.map(network))).toBe(covered),
);

const address = (bytes: number[]) =>
  readAddress(
    bytes.length === 4
      ? bytes.join('.')
      : (bytes
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('')
          .match(/.{4}/g)
          ?.join(':') ?? ''),
  ) ?? '';

// The two addresses differ in one bit, before or behind the prefix.
test('any address lies in any network exactly when Node says so', () => {
  const family = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const cases = fc.constantFrom(4, 16).chain((size) =>
    fc.record({
      base: fc.array(fc.constantFrom(0, 0, 1, 127, 128, 255), { minLength: size, maxLength: size }),
      prefix: fc.nat(size * 8),
      flipped: fc.nat(size * 8 - 1),
    }),
  );
  const property = fc.property(cases, ({ base, prefix, flipped }) => {
    const bytes = base.map((byte, at) => (at === flipped >> 3 ? byte ^ (128 >> (flipped & 7)) : byte));
    const [from, other] = [address(base), address(bytes)];
    fc.pre(family(from) === family(other) && prefix <= (isIP(from) === 6 ? 128 : 32));
    const networks = [network('192.0.2.0/24'), network('64:ff9b::/96'), { address: from, prefix }];
    const list = new BlockList();
    for (const each of networks) list.addSubnet(each.address, each.prefix, family(each.address));
    expect(openNetworks(networks)(other)).toBe(list.check(other, family(other)));
    expect(openNetworks(networks)(from)).toBe(true);
  });
  fc.assert(property, { numRuns: 500 });
});

test('no address lies in no network, nor does a missing one anywhere', () => {
  expect(openNetworks([])('203.0.113.7')).toBe(false);
  expect(openNetworks([network('0.0.0.0/0'), network('::/0')])('')).toBe(false);
  expect(openNetworks([network('0.0.0.0/0')])('::1')).toBe(false);
});
