import { ApiError } from '@ballast/contract/http/client';
import { expect, test } from 'vitest';
import { failureMessage, refusalMessage } from './failure-message.ts';

const reason = 'Can’t reach the portal. Check your connection and try again.';
const unreachable = new ApiError(0, { code: 'unreachable', message: reason });
const broken = new ApiError(500, { code: 'internal', message: 'Something went wrong on our side.' });
const refused = new ApiError(409, { code: 'conflict', message: 'An active key has this name.' });

test('without a connection both are said, what failed and why', () => {
  expect(failureMessage(unreachable, 'Failed to create API key')).toBe(`Failed to create API key. ${reason}`);
  expect(failureMessage(unreachable, 'Failed to update profile. Please try again.')).toBe(
    `Failed to update profile. Please try again. ${reason}`,
  );
});

test('the server is quoted where it refused, and the screen speaks for it where it broke', () => {
  expect(failureMessage(refused, 'Failed to create API key')).toBe('An active key has this name.');
  expect(failureMessage(broken, 'Failed to create API key')).toBe('Failed to create API key');
  expect(failureMessage(new Error('x is undefined'), 'Failed to create API key')).toBe(
    'Failed to create API key',
  );
  expect(refusalMessage(unreachable, 'Failed to disconnect GitHub')).toBe('Failed to disconnect GitHub');
});
