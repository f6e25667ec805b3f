import { newSigningKey } from '@ballast/harness/portals';
import { expect, test } from 'vitest';
import { readSecretList } from '../runtime/secret-values/read-secret-list.ts';

const [a, b] = ['a'.repeat(43), `${'b'.repeat(42)}E`];

test('one value without an id always gets the same id', () => {
  const reading = readSecretList('encryption', a);
  expect(reading).toEqual({
    secrets: [{ id: expect.stringMatching(/^v[\w-]{8}$/), value: expect.any(String) }],
  });
  // Base64 has several spellings of one value.
  expect(readSecretList('encryption', `${a}=`)).toEqual(reading);
});

test('pairs are read in their order, with spaces between them', () => {
  expect(readSecretList('pepper', `one:${a}, two:${b}`)).toEqual({
    secrets: [
      { id: 'one', value: a },
      { id: 'two', value: b },
    ],
  });
});

test('a pepper may hold colons, and one of an older installation anything that does not begin like a pair', () => {
  expect(readSecretList('pepper', `one:${a}:${b}`)).toEqual({ secrets: [{ id: 'one', value: `${a}:${b}` }] });
  const odd = `never, ever ${a} guess: this`;
  expect(readSecretList('pepper', odd)).toMatchObject({ secrets: [{ value: odd }] });
});

test('a signing key is one value in every form in which it is pasted', () => {
  const line = newSigningKey();
  const pem = line.replaceAll('\\n', '\n');
  const reading = readSecretList('signing', line);
  expect(readSecretList('signing', pem.trim())).toEqual(reading);
  expect(readSecretList('signing', `one:${line},two:${pem}`)).toMatchObject({
    secrets: [
      { id: 'one', value: pem },
      { id: 'two', value: pem },
    ],
  });
});

test.each([
  ['pepper', 'short', 'must be at least 32 characters'],
  ['pepper', `one:${a},two:short`, 'must be at least 32 characters: the value of two is not'],
  ['pepper', `one:${a},one:${b}`, 'must not name one twice'],
  ['pepper', `one:${a},${b}`, 'must be one value, or id:value pairs separated by commas'],
  ['pepper', `one:${a},`, 'must be one value, or id:value pairs separated by commas'],
  ['signing', 'one:nonsense', 'must be a P-256 private key in PEM form: the value of one is not'],
  ['encryption', 'nonsense', 'must be 32 bytes as base64'],
] as const)('%s %s is refused', (kind, text, fault) => {
  expect(readSecretList(kind, text)).toEqual({ fault });
});
