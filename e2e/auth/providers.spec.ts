import { finishProvider, startProvider } from '@ballast/contract/auth/provider-calls';
import { verifiedAccount } from '../support/accounts.ts';
import { countCalls, historyOf, storedUser, storedValue } from '../support/browser.ts';
import { continueAs, newPerson, signInWith } from '../support/provider-page.ts';
import { signOut } from '../support/sign-out.ts';
import { expect, test } from '../support/test.ts';
import { passTime } from '../support/time.ts';

const providers = [
  { name: 'GitHub', method: 'GITHUB' },
  { name: 'Google', method: 'GOOGLE' },
] as const;

for (const { name, method } of providers) {
  const tag = name === 'GitHub' ? [] : '@matrix';
  test(`a new developer signs up with ${name}, and the next time signs in to the same account`, {
    tag,
  }, async ({ page }) => {
    const person = newPerson();
    const calls = countCalls(page, finishProvider.path);
    await signInWith(page, name, person);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Ines Duarte account menu' })).toBeVisible();
    expect(calls.count).toBe(1);
    const first = await storedUser(page);
    expect(first).toMatchObject({ authMethod: method, email: person.email, fullName: 'Ines Duarte' });
    expect(await storedValue(page, 'authMethod')).toBe(method);

    await signOut(page);
    await expect(page).toHaveURL('/auth');
    // The way that was used last says so, and is the strongest button.
    await expect(page.getByRole('button', { name: 'Last used' })).toContainText(`Continue with ${name}`);
    await signInWith(page, name, person);
    await expect(page).toHaveURL('/dashboard');
    expect((await storedUser(page)).id).toBe(first.id);
  });
}

test('no code and no state stay in the address bar or the history', { tag: '@matrix' }, async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await signInWith(page, 'GitHub', newPerson());
  await expect(page).toHaveURL('/dashboard');
  expect(addresses.some((address) => address.includes('/auth/callback?code='))).toBe(true);
  const ours = (await historyOf(page)).filter((address) => !address.includes('/dev/github/'));
  for (const address of ours) expect(address).not.toMatch(/code=|state=/);
  expect(await storedValue(page, 'authToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('whoever has no name at the provider completes the profile first', async ({ page }) => {
  await signInWith(page, 'GitHub', newPerson(''));
  await expect(page).toHaveURL('/onboarding');
});

test('a verified email account and its GitHub account are one', async ({ page }) => {
  const { email, user } = await verifiedAccount();
  await signInWith(page, 'GitHub', { ...newPerson(), email });
  await expect(page).toHaveURL('/dashboard');
  expect(await storedUser(page)).toMatchObject({ id: user.id, authMethod: 'EMAIL' });
});

test('an address that the provider has not verified opens nothing', { tag: '@matrix' }, async ({ page }) => {
  await signInWith(page, 'Google', { ...newPerson(), verified: false });
  await expect(page.getByRole('alert')).toContainText(
    'Verify your email address with Google first, then try again.',
  );
  await passTime(page, 3000);
  await expect(page).toHaveURL('/auth');
  expect(await storedValue(page, 'authToken')).toBeNull();
});

test('cancelling at the provider leads back to the sign-in', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Authentication was cancelled' })).toBeVisible();
  await expect(page).toHaveURL('/auth/callback');
  await passTime(page, 3000);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeEnabled();
});

test('the button says that it is connecting and asks for the way back to this portal', {
  tag: '@matrix',
}, async ({ page, baseURL }) => {
  await page.route(`**/api${startProvider.path}`, () => {});
  await page.goto('/auth');
  const sent = page.waitForRequest(`**/api${startProvider.path}`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  expect((await sent).postDataJSON()).toEqual({
    provider: 'google',
    redirectUrl: `${baseURL}/auth/callback`,
  });
  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeDisabled();
});

for (const { name } of providers) {
  const tag = name === 'GitHub' ? [] : '@matrix';
  test(`when ${name} cannot be started that is said and can be tried again`, { tag }, async ({ page }) => {
    await page.route(`**/api${startProvider.path}`, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/auth');
    const logged = page.waitForEvent('console', (message) => /^Failed to initiate/.test(message.text()));
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    expect((await logged).text()).toMatch(`Failed to initiate ${name} login`);
    await expect(page.getByRole('alert')).toHaveText(`Failed to initiate ${name} login`);
    await page.unroute(`**/api${startProvider.path}`);
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await expect(page.getByText('It does not exist in production.')).toBeVisible();
  });
}

test('without a connection the start fails in the same words', { tag: '@matrix' }, async ({
  page,
  context,
}) => {
  await page.goto('/auth');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to initiate GitHub login');
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeEnabled();
});

test('the back button brings back a choice that can be made again', { tag: '@matrix' }, async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByText('It does not exist in production.')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('Dev provider standing in for Google.')).toBeVisible();
  await continueAs(page, newPerson());
  await expect(page).toHaveURL('/dashboard');
});

test('a page that the browser kept as it was is usable again', { tag: '@matrix' }, async ({ page }) => {
  // An answer without content leaves the page where it is, like a page that the browser brings back from its cache.
  await page.route('**/dev/github/**', (route) => route.fulfill({ status: 204 }));
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeEnabled();
});

test.describe('whoever comes from the command line', () => {
  const from = '/cli/auth?state=s-1&redirect=http%3A%2F%2F127.0.0.1%3A4000%2F';
  const signInPage = `/auth?${new URLSearchParams({ from })}`;

  test('comes back to it after the provider', async ({ page }) => {
    await page.goto(signInPage);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await continueAs(page, newPerson());
    await expect(page).toHaveURL(from);
  });

  test('may try another way after cancelling', { tag: '@matrix' }, async ({ page }) => {
    await page.goto(signInPage);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Authentication was cancelled' })).toBeVisible();
    await passTime(page, 3000);
    await expect(page).toHaveURL(signInPage);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await continueAs(page, newPerson());
    await expect(page).toHaveURL(from);
  });

  test('is led nowhere else', { tag: '@matrix' }, async ({ page, baseURL }) => {
    await page.goto('/auth?from=//evil.example/cli/auth');
    const sent = page.waitForRequest(`**/api${startProvider.path}`);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    expect((await sent).postDataJSON().redirectUrl).toBe(`${baseURL}/auth/callback`);
    await continueAs(page, newPerson());
    await expect(page).toHaveURL('/dashboard');
  });
});

test('what a portal does not offer is not shown, and the first way in is the strongest button', async ({
  page,
}) => {
  await page.route('**/auth', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      '&quot;providers&quot;:[&quot;github&quot;,&quot;google&quot;]',
      '&quot;providers&quot;:[]',
    );
    return route.fulfill({ response: answer, body });
  });
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Continue with Email' })).toHaveClass(/bg-primary/);
});
