import { expect, test } from 'vitest';
import { activityDescription, activityTitle } from './activities.ts';

test.each([
  [{ type: 'key_rotated', title: 'key_rotated' }, 'Key Rotated'],
  [{ type: 'cli_login', title: null }, 'CLI Login'],
  [{ type: 'oauth_signup', title: 'oauth signup' }, 'OAuth Signup'],
  [{ type: 'something_new', title: null }, 'Activity'],
])('%j is titled %s', (entry, title) => {
  expect(activityTitle(entry)).toBe(title);
});

test.each([
  ['from ::ffff:203.0.113.24', 'from 203.0.113.24'],
  ['Login on user 42 from ::ffff:10.0.0.1', 'from 10.0.0.1'],
  ['checkout-web', 'checkout-web'],
])('%s is shown as %s', (description, shown) => {
  expect(activityDescription(description)).toBe(shown);
});
