// On the page of the dev provider one chooses who to be.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export type Person = { name: string; email: string; username: string; verified?: boolean };

export const newPerson = (name = 'Ines Duarte'): Person => {
  const username = `ines-${randomUUID().slice(0, 13)}`;
  return { name, email: `${username}@fathom.example`, username };
};

export const continueAs = async (page: Page, { name, email, username, verified = true }: Person) => {
  await expect(page.getByText('It does not exist in production.')).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  const usernameField = page.getByLabel('Username');
  if (await usernameField.count()) await usernameField.fill(username);
  await page.getByRole('checkbox').setChecked(verified);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

export const signInWith = async (page: Page, provider: 'GitHub' | 'Google', person: Person) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await continueAs(page, person);
};
