// Links out of the dev mailbox.
import { expect } from '@playwright/test';
import { mailsTo } from './accounts.ts';

// The newest link of this kind once there are as many mails with one as expected.
const linkTo = async (email: string, part: string, count: number) => {
  const found = async () => {
    const mails = await mailsTo(email);
    return mails.flatMap(({ links }) => links.filter((link) => link.includes(part)));
  };
  await expect.poll(async () => (await found()).length).toBe(count);
  const [newest] = await found();
  return newest ?? '';
};

export const resetLinkTo = (email: string, count = 1) => linkTo(email, '/reset-password#', count);

export const emailChangeLinkTo = (email: string) => linkTo(email, 'type=email_change', 1);

export const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
