// The dev mailbox shows what anybody may have caused to be written, on the address where developers are signed in.
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';
import { openDevMailbox } from '../drivers/dev-mailbox.ts';

const app = useTestApp();

const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
const html = `<!doctype html><html><head><title>x</title></head><body><script>alert(1)</script><p>Hello Mara</p></body></html>`;

beforeAll(async () => {
  const mailbox = openDevMailbox(app().dataDir);
  const text = `${evil}\n\nVerify:\nhttp://portal.localhost/verify-email?token=a&b=${evil}\n\njavascript:alert(1)`;
  await mailbox.send({ to: `a@b.dev${evil}`, subject: `First ${evil}`, text, html });
  await mailbox.send({ to: 'noor@fjord.dev', subject: 'Second', text: 'No links', html });
});

const read = async (path: string) => {
  const answer = await fetch(`${app().url}${path}`);
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
};

const search = (query: Record<string, string>) => read(`/dev/mailbox?${new URLSearchParams(query)}`);

test('whatever a mail or the address contains, the page runs nothing of it and links to no script', async () => {
  for (const query of [
    {},
    { mail: '1' },
    { mail: '1', view: 'dark' },
    { mail: '1', view: 'text' },
    { mail: '1', view: 'links' },
    { mail: evil, view: evil, to: evil },
    { to: `a@b.dev${evil}`, mail: '1', view: 'constructor' },
  ]) {
    const { status, headers, body } = await search(query);
    expect(status).toBe(200);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/theme.js">']);
    expect(body).not.toMatch(/<img|href="javascript|srcdoc/i);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('the list has the newest first, and one mail is read as HTML, as text, or its links', async () => {
  const { body: list } = await search({});
  expect(list.indexOf('Second')).toBeLessThan(list.indexOf('First'));
  expect(list).toContain(
    '<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mailbox/2"',
  );
  expect((await search({ mail: '2', view: 'text' })).body).toContain('<pre tabindex="0">No links</pre>');
  expect((await search({ mail: '2', view: 'links' })).body).toContain('This mail has no links.');
  const { body: links } = await search({ mail: '1', view: 'links' });
  expect(links).toContain('href="http://portal.localhost/verify-email?token=a&amp;b=&quot;');
  const { body: found } = await search({ to: 'NOOR' });
  expect(found).toContain('Second');
  expect(found).not.toContain('First');
  expect((await search({ to: 'nobody@x.dev' })).body).toContain('No mail to nobody@x.dev.');
});

test('a mail’s own HTML may bring styles, and runs, fetches and sends nothing', async () => {
  const { headers, body } = await read('/dev/mailbox/1');
  expect(body).toContain('<head><base target="_blank"><title>x');
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual([
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  for (const number of ['0', '3', '-1', '1.0', '01', 'x'])
    expect((await read(`/dev/mailbox/${number}`)).status).toBe(404);
});
