import { expect, test } from 'vitest';
import { parseExpires, restrictionsOf } from './restriction-options.ts';

const now = new Date('2026-11-15T10:00:00Z').getTime();

test.each([
  ['30d', '2026-12-15T10:00:00.000Z'],
  ['12h', '2026-11-15T22:00:00.000Z'],
  ['2027-01-31T08:30:00Z', '2027-01-31T08:30:00.000Z'],
  ['2027-01-31', new Date(2027, 0, 31, 23, 59, 59).toISOString()],
])('--expires %s is %s', (text, expected) => {
  expect(parseExpires(text, now)?.toISOString()).toBe(expected);
});

test.each(['tomorrow', '30', '30w', '-3d', 'May 3 2027', '2027-13-01', ''])(
  '--expires %j is refused',
  (text) => {
    expect(() => parseExpires(text, now)).toThrow(/It must be/);
  },
);

test('a time that is over is told so', () => {
  expect(() => parseExpires('2026-11-14', now)).toThrow('It must be in the future.');
});

test('never, all and any lift what they stand for, and what is left out stays', () => {
  expect(restrictionsOf({ expires: parseExpires('never', now), scope: ['all'], allow: ['any'] })).toEqual({
    expiresAt: null,
    scopes: null,
    allowedNetworks: null,
  });
  expect(restrictionsOf({ allow: ['203.0.113.7'] })).toEqual({ allowedNetworks: ['203.0.113.7'] });
});
