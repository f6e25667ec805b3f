// Somebody makes the portal hash without end, at what a hash really costs.
import { logIn } from '@ballast/contract/auth/auth';
import { expect, test } from 'vitest';
import { password, useTestApp } from '../../../../testing/test-app.ts';
import { owaspCost } from '../../../identity/passwords/passwords.ts';

const app = useTestApp({ env: { TRUST_PROXY: 'on' }, hashCost: owaspCost });

const guessPassword = async (token: string) => {
  const { status } = await fetch(`${app().baseUrl}/auth/v1/user`, {
    method: 'PUT',
    body: JSON.stringify({ password: 'Another-pass1!', current_password: 'Wrong-pass1!' }),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.1',
      authorization: `Bearer ${token}`,
    },
  });
  return status;
};

test('row 6: 230 changes at once of one account hold few places, and a stranger is served', async () => {
  const { session } = await app().verifiedUser();
  const { email } = await app().verifiedUser();
  const flood = Array.from({ length: 230 }, () => guessPassword(session.access_token));
  expect(await app().call(logIn, { body: { email, password } })).toMatchObject({ user: { email } });
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10);
  expect(statuses.every((status) => [400, 429, 503].includes(status))).toBe(true);
});
