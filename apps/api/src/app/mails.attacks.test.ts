// Every mail of the portal, written with the worst text that somebody could bring into it.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, evil, id, type MailSample } from '../../testing/mail-samples.ts';
import { useTestApp } from '../../testing/test-app.ts';
import type { Mail } from '../email/layout.ts';
import type { MailJob } from '../email/mail-kinds.ts';
import { sendEmail } from '../email/send-email.ts';
import { mails } from './job-handlers.ts';

const app = useTestApp({ env: { BRAND_NAME: 'Keel & <b>Co</b>' } });

const recipient = {
  to: 'mara@northwind.dev',
  fullName: evil,
  notice: { noticeId: id, at, address: evil, browser: evil },
};

const src = join(import.meta.dirname, '..');
const samples: MailSample[] = [];
for (const file of globSync('**/mails.test-samples.ts', { cwd: src }))
  samples.push(...(await import(join(src, file))).samples);

const jobs: MailJob[] = samples.map(({ template, data }) => ({ ...data, ...recipient, template }));

const jobOf = (template: string) => {
  const found = jobs.find((job) => job.template === template);
  if (!found) throw new Error(`no sample of ${template}`);
  return found;
};

const write = async (job: MailJob) => {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} };
  await sendEmail(mails)({ ...app().deps, mailer }, job);
  const [mail] = sent;
  if (!mail) throw new Error('no mail was written');
  return mail;
};

test('every mail that a feature declares has a name of its own and a sample', () => {
  const templates = mails.map(({ template }) => template);
  expect(new Set(templates).size).toBe(templates.length);
  expect(new Set(jobs.map(({ template }) => template))).toEqual(new Set(templates));
});

test('news that the version before put into the queue are sent', async () => {
  const { subject } = await write({
    ...jobOf('passkey-added'),
    template: 'security-news',
    news: 'passkey-added',
  } as MailJob);
  expect(subject).toContain('A passkey was added');
});

const tags = 'html head meta title style body table tr td p h1 br a'.split(' ');
const attributes =
  'lang charset name content class style role cellpadding cellspacing border width align href'.split(' ');

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const withoutEntities = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('whatever people typed, no mail has markup, links or pictures of theirs', async () => {
  for (const job of jobs) {
    const { html, text } = await write(job);
    const inside = [...html.matchAll(/<[a-z0-9]+ ([^>]*)>/g)].map(([, found = '']) => found).join(' ');
    const foreign = [
      ...namesIn(html, /<\/?([a-z0-9]+)/gi).filter((name) => !tags.includes(name)),
      ...namesIn(inside, /([^\s=]+)="[^"]*"/g).filter((name) => !attributes.includes(name)),
      ...namesIn(html, /(url\(|@import|@font-face)/g),
    ];
    expect(foreign, job.template).toEqual([]);
    const hrefs = namesIn(html, /href="([^"]*)"/g).map(withoutEntities);
    for (const url of hrefs) expect(url).toMatch(/^http:\/\/portal\.localhost\//);
    for (const url of hrefs) expect(text).toContain(url);
  }
});

test('both parts of every mail say the same, and at the end why one gets it', async () => {
  for (const job of jobs) {
    const { html, text, subject } = await write(job);
    const words = text.split('\n\n');
    expect(words[0]).toMatch(/^Hi[ ,]/);
    expect(words.at(-1)).toMatch(/^You’re receiving this because .* email address/);
    const shown = withoutEntities(html.replace(/<style>.*?<\/style>/s, '').replaceAll('<br>', '\n'));
    for (const line of [subject, ...words].flatMap((word) => word.split(':\n')))
      expect(shown).toContain(line);
  }
});

// These have no button "Secure my account": a stranger or the portal caused them, or they carry a link of their own.
const withoutNotice = [
  ...['rate-limit-changed', 'account-suspended', 'account-erased'],
  ...[
    'verify-email',
    'account-exists',
    'reset-password',
    'reset-password-code',
    'change-email',
    'mailed-code',
  ],
  ...['cli-tokens-expire', 'keys-expire', 'keys-unused', 'key-leaked', 'rate-limit-decided'],
];

test("an owner who did not make a change is sent to 'Secure my account', or to support without a link", async () => {
  for (const job of jobs.filter(({ template }) => !withoutNotice.includes(template))) {
    const { text } = await write(job);
    expect(text, job.template).toMatch(/(Wasn’t you\? S|If not, s)ecure your account now/);
    expect(text, job.template).not.toMatch(/reset your password|write to/);
    const { notice, ...unlinked } = job;
    const { text: withoutLink } = await write(unlinked);
    expect(withoutLink, job.template).not.toContain('Secure my account');
    expect(withoutLink, job.template).toContain(`Write to ${app().deps.config.supportEmail} now`);
  }
});

test('the mail about a deletion says which of its links works until then', async () => {
  const { text } = await write(jobOf('account-leaving'));
  expect(text).toContain('The link "Keep My Account" works until the account is deleted.');
});

test('a mail is readable in a dark mail program: every colour has one for dark paper', async () => {
  const { html } = await write(jobOf('new-browser'));
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const [, dark = ''] = /@media \(prefers-color-scheme:dark\)\{(.*?\})\}/.exec(html) ?? [];
  const classes = new Set(
    [...html.matchAll(/class="([^"]+)" style="[^"]*#[0-9A-F]{6}/g)].flatMap(([, list = '']) =>
      list.split(' '),
    ),
  );
  expect(classes.size).toBeGreaterThan(6);
  for (const name of classes) if (!['sheet', 'why'].includes(name)) expect(dark).toContain(`.${name}{`);
});
