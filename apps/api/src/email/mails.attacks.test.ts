// Every mail of the portal, written of the worst words that anybody could bring into it.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';
import { type EmailJob, type Mail, news } from './email.ts';
import { sendEmail } from './send-email.ts';

const app = useTestApp({ env: { BRAND_NAME: 'Keel & <b>Co</b>' } });

const evil = `"'><img src=//evil.example/x onerror=alert(1)><a href=javascript:1>`;
const id = randomUUID();
const at = '2026-11-16T12:00:00.000Z';
const to = {
  to: 'mara@northwind.dev',
  fullName: evil,
  notice: { noticeId: id, at, address: evil, browser: evil },
};
const keys = { named: [evil, evil], more: true };
const key = { id, name: evil, environment: 'PRODUCTION' as const, expiresAt: at };
const portalPage = 'http://portal.localhost/callback?a=1&b="><script>';

// A new template does not compile until it stands here.
type Samples = { [Template in EmailJob['template']]: Extract<EmailJob, { template: Template }>[] };

const samples: Samples = {
  'verify-email': [
    { ...to, template: 'verify-email', tokenId: id, address: evil },
    { ...to, template: 'verify-email', tokenId: id, address: evil, linkTo: portalPage },
  ],
  'account-exists': [{ ...to, template: 'account-exists' }],
  'reset-password': [{ unchosen: true as const }, { keptKeys: keys }, {}].map((reason) => ({
    ...to,
    template: 'reset-password' as const,
    owner: { id, email: to.to, fullName: evil, authMethod: 'EMAIL' as const },
    sessionId: id,
    ...reason,
  })),
  'reset-password-code': [{ ...to, template: 'reset-password-code', tokenId: id, linkTo: portalPage }],
  'password-changed': [{ ...to, template: 'password-changed', keys }],
  'password-removed': [{ ...to, template: 'password-removed', provider: 'github', keys }],
  'production-key-created': [{ ...to, template: 'production-key-created', keyName: evil }],
  'cli-authorized': [
    { ...to, template: 'cli-authorized', deviceName: evil, address: evil },
    { ...to, template: 'cli-authorized', deviceName: evil, address: evil, scopes: ['read'] },
  ],
  'cli-tokens-expire': [
    { ...to, template: 'cli-tokens-expire', count: 3, tokens: [{ name: evil, expiresAt: at }] },
    { ...to, template: 'cli-tokens-expire', count: 1, tokens: [{ name: evil, expiresAt: at }] },
  ],
  'cli-token-created': [
    { ...to, template: 'cli-token-created', name: evil, scopes: ['read', 'keys:production'], expiresAt: at },
  ],
  'keys-unused': [{ ...to, template: 'keys-unused', count: 2, keys }],
  'keys-expire': [
    { ...to, template: 'keys-expire', days: 7, count: 1, keys: [key] },
    { ...to, template: 'keys-expire', days: 0, count: 9, keys: [key, key] },
  ],
  'rate-limit-decided': [
    {
      ...to,
      template: 'rate-limit-decided',
      keyName: evil,
      approved: false,
      limit: 3,
      note: `${evil}\n${evil}`,
    },
  ],
  'provider-connected': [
    { ...to, template: 'provider-connected', provider: 'github', account: evil, address: evil },
  ],
  'provider-disconnected': [{ ...to, template: 'provider-disconnected', provider: 'google', address: evil }],
  'change-email': [{ ...to, template: 'change-email', tokenId: id }],
  'mailed-code': [{ ...to, template: 'mailed-code', codeId: id }],
  'email-change-requested': [{ ...to, template: 'email-change-requested', newEmail: evil }],
  'email-changed': [{ ...to, template: 'email-changed', newEmail: evil }],
  'account-leaving': [{ ...to, template: 'account-leaving', tokenId: id, deletesAt: at }],
  'key-leaked': (['notify', 'rotate', 'revoke', 'shorten', 'stop'] as const).map((done) => ({
    ...to,
    template: 'key-leaked',
    keyName: evil,
    environment: 'PRODUCTION',
    url: `https://evil.example/${evil}`,
    source: evil,
    done,
    endsAt: at,
  })),
  'security-news': news.map((one) => ({
    ...to,
    template: 'security-news',
    news: one,
    name: evil,
    keys,
    until: at,
  })),
};

const jobs = Object.values(samples).flat();

const write = async (job: EmailJob) => {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} };
  await sendEmail({ ...app().deps, mailer }, job);
  const [mail] = sent;
  if (!mail) throw new Error('no mail was written');
  return mail;
};

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
    expect(words[0]).toMatch(/^Hello /);
    expect(words.at(-1)).toMatch(/^You get this mail because .* email address/);
    const shown = withoutEntities(html.replace(/<style>.*?<\/style>/s, '').replaceAll('<br>', '\n'));
    // When and from where it was done is a table there.
    const same = [subject, ...words].filter((word) => !word.startsWith('It was done on '));
    for (const line of same.flatMap((word) => word.split(':\n'))) expect(shown).toContain(line);
  }
});

const securityMails = [
  'password-changed',
  'password-removed',
  'production-key-created',
  'cli-authorized',
  'cli-token-created',
  'provider-connected',
  'provider-disconnected',
  'email-change-requested',
  'email-changed',
  'account-leaving',
  'security-news',
] as const;

test("whoever did not do what a mail tells is sent to its link 'This wasn't me', or to support without one", async () => {
  for (const job of securityMails.flatMap<EmailJob>((template) => samples[template])) {
    const { text } = await write(job);
    expect(text, job.template).toContain('select "This wasn\'t me" at once');
    expect(text, job.template).not.toMatch(/reset your password|write to/);
    const { notice, ...unlinked } = job;
    const { text: withoutLink } = await write(unlinked);
    expect(withoutLink, job.template).not.toContain("This wasn't me");
    expect(withoutLink, job.template).toContain(`write to ${app().deps.config.supportEmail} at once`);
  }
});

test('the mail about a deletion says which of its links works until then', async () => {
  const { text } = await write(samples['account-leaving'][0] as EmailJob);
  expect(text).toContain('The link "Keep My Account" works until the account is deleted.');
});

test('a mail is readable in a dark mail program: every colour has one for dark paper', async () => {
  const { html } = await write(samples['security-news'][0] as EmailJob);
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
