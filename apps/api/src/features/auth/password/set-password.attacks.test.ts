// Somebody with another's session sets passwords until the account may get no more of them.
import { logIn, resetPassword } from '@ballast/contract/auth/auth';
import { updateSessionUser } from '@ballast/contract/auth/session';
import { expect, test } from 'vitest';
import { useNotMe } from '../../../../testing/not-me.ts';
import { failureOf, password, useTestApp } from '../../../../testing/test-app.ts';

const app = useTestApp();
const { tokenIn, press } = useNotMe(app);

const change = (current: string, next: string) => ({
  query: {},
  body: { password: next, current_password: current },
});

// The first ten are taken, each with the one before it.
const changeTenTimes = async ({ call }: Awaited<ReturnType<ReturnType<typeof app>['verifiedUser']>>) => {
  let current = password;
  for (let i = 0; i < 10; i += 1) {
    const next = `Thiefs-pass-${i}!`;
    await call(updateSessionUser, change(current, next));
    current = next;
  }
  const refused = failureOf(call(updateSessionUser, change(current, 'Thiefs-pass-last1!')));
  expect(await refused).toMatchObject({ status: 429 });
};

test.each(['portal', 'session library'])(
  'an owner who ends a thief’s ten new passwords chooses one by the mailed link at once, by the %s',
  async (way) => {
    const thief = await app().verifiedUser();
    await changeTenTimes(thief);
    await press(await tokenIn(thief.email, /password was changed/i));
    const { access_token: token = '' } = await app().resetLink(thief.email);
    const ownersPassword = 'Owners-own-pass1!';
    if (way === 'portal') await app().call(resetPassword, { body: { token, password: ownersPassword } });
    else await app().callAs(token)(updateSessionUser, { query: {}, body: { password: ownersPassword } });
    await app().call(logIn, { body: { email: thief.email, password: ownersPassword } });
  },
);
