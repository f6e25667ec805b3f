import type { RotatedSecret } from '@ballast/contract/operator/operator';
import { expect, test } from 'vitest';
import { formatRotation } from './secret-commands.ts';

const rotated = (changed: number, more: Partial<RotatedSecret> = {}): RotatedSecret => ({
  secret: 'encryption',
  source: 'file',
  variable: 'KEY_ENCRYPTION_KEYS',
  currentId: 'k2',
  changed,
  unreadable: 0,
  factors: 0,
  removed: [],
  others: [],
  proposal: null,
  ...more,
});

test.each([
  [rotated(0), '0 API keys are now encrypted with key k2.'],
  [rotated(1), '1 API key is now encrypted with key k2.'],
  [rotated(1200), '1,200 API keys are now encrypted with key k2.'],
  [rotated(1, { secret: 'pepper' }), '1 API key is now hashed with pepper k2.'],
  [rotated(2, { factors: 1 }), 'So is the secret of 1 authenticator app.'],
  [
    rotated(2, { unreadable: 1 }),
    '1 API key could not be read: its encryption key is not known. Its owner must rotate it.',
  ],
])('a rotation of %j is told with the right number: %s', (answer, text) => {
  expect(formatRotation(answer)).toContain(text);
});
