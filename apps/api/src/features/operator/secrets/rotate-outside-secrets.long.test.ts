// Secrets that others issue, changed as docs/operations.md says: a new value in the settings and a restart. What was under way
// meanwhile is not lost.
import { getTransfer, requestTokens, transferReasons } from '@ballast/contract/faucet';
import { newEmail, signUpUnverified } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import type { Portal } from '@ballast/harness/portal';
import { waitFor } from '@ballast/harness/wait-for';
import { SMTPServer } from 'smtp-server';
import { generatePrivateKey } from 'viem/accounts';
import { afterEach, expect, test } from 'vitest';
import { completedTransfer, portalProcesses } from '../../../../testing/portal-processes.ts';
import { newReceiver, startEvmNetwork } from '../../../../testing/servers/evm-network.ts';
import { startGitHub } from '../../../../testing/servers/github-server.ts';
import { startGoogle } from '../../../../testing/servers/google-server.ts';
import { portalUrl } from '../../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../../testing/servers/provider-person.ts';
import { openBrowser } from '../../../../testing/test-browser.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

// One process after the other, with the same data.
const openInstallation = async () => {
  const portals = await portalProcesses();
  closers.push(portals.stop);
  let running: Portal | null = null;
  const startWith = async (settings: Record<string, string>) => {
    await running?.stop();
    running = await portals.start(settings);
    return running;
  };
  return { startWith, developer: portals.developer };
};

const startMailServer = async (accounts: Set<string>) => {
  const receivers: string[] = [];
  const port = await freePort();
  const server = new SMTPServer({
    closeTimeout: 200,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username = '' }, _, done) =>
      accounts.has(username) ? done(null, { user: username }) : done(new Error('no such account')),
    onRcptTo: ({ address }, _, done) => {
      receivers.push(address);
      done();
    },
    onData: (stream, _, done) => stream.on('end', () => done()).resume(),
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((closed) => server.close(() => closed())));
  const settings = (account: string) => ({
    SMTP_URL: `smtp://${account}:secret@127.0.0.1:${port}`,
    TLS: 'smtp=off',
    MAIL_FROM: 'no-reply@portal.example',
  });
  return { receivers, settings };
};

test('a mail that the old account at the mail server could no longer send goes out with the new one', async () => {
  const accounts = new Set<string>();
  const { receivers, settings } = await startMailServer(accounts);
  const { startWith } = await openInstallation();
  const email = newEmail();
  const before = await startWith(settings('first'));
  await signUpUnverified(before.url, { email });
  await waitFor('the mail server to refuse the account', () =>
    expect(before.output.stdout).toContain('job failed'),
  );
  expect(receivers).toEqual([]);

  accounts.add('second');
  await startWith(settings('second'));
  await waitFor('the mail to arrive', () => expect(receivers).toEqual([email]));
});

test('a new METRICS_TOKEN reads the metrics, and the old one no longer', async () => {
  const { startWith } = await openInstallation();
  const [old, next] = ['the-old-token-of-prometheus', 'the-new-token-of-prometheus'];
  const scrape = async ({ url }: Portal, token: string) =>
    (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
  const before = await startWith({ METRICS_TOKEN: old });
  expect([await scrape(before, old), await scrape(before, next)]).toEqual([200, 401]);
  const after = await startWith({ METRICS_TOKEN: next });
  expect([await scrape(after, old), await scrape(after, next)]).toEqual([401, 200]);
});

const browserAt = ({ url }: Portal, cookies?: Map<string, string>) =>
  openBrowser({ baseUrl: `${url}/api` }, cookies);

test('a sign-in that began with the old client secret of GitHub ends with the new one', async () => {
  const github = await startGitHub();
  closers.push(github.stop);
  const { startWith } = await openInstallation();
  const startWithSecret = (secret: string) =>
    startWith({
      GITHUB_CLIENT_ID: github.settings.id,
      GITHUB_CLIENT_SECRET: secret,
      GITHUB_BASE_URL: github.settings.url,
    });
  const before = await startWithSecret('a-secret-that-github-deleted');
  const browser = browserAt(before);
  github.person(newPerson());
  const callback = await github.consent((await browser.start('github')).body.authUrl);

  const after = await startWithSecret(github.settings.secret);
  const { status } = await browserAt(after, browser.jar).finish({ ...callback, provider: 'github' });
  expect(status).toBe(200);
});

test('a client secret that Google deleted signs nobody in, and the new one does', async () => {
  const google = await startGoogle(portalUrl);
  closers.push(google.stop);
  const { startWith } = await openInstallation();
  const signIn = async (secret: string) => {
    const portal = await startWith({
      GOOGLE_CLIENT_ID: google.settings.id,
      GOOGLE_CLIENT_SECRET: secret,
      GOOGLE_ISSUER: google.settings.url,
    });
    const browser = browserAt(portal);
    google.person(newPerson());
    const callback = await google.consent((await browser.start('google')).body.authUrl);
    return (await browser.finish({ ...callback, provider: 'google' })).status;
  };
  expect(await signIn('a-secret-that-google-deleted')).toBeGreaterThanOrEqual(400);
  expect(await signIn(google.settings.secret)).toBe(200);
});

test('a new wallet gives the next tokens, and what the old one sent is neither lost nor sent again', async () => {
  const network = await startEvmNetwork();
  closers.push(network.stop);
  const { startWith, developer } = await openInstallation();
  const before = await startWith(network.env());
  const [early, late] = [await developer(before), await developer(before)];
  const newKey = generatePrivateKey();
  await network.fund(1000, '10', newKey);
  await network.client.setAutomine(false);
  const address = newReceiver();
  const { id } = await early.at(before.url)(requestTokens, { body: { address } });
  const transfer = (url: string) => early.at(url)(getTransfer, { params: { id } });
  await waitFor('the old wallet to send', async () =>
    expect((await transfer(before.url)).status).toBe('SENT'),
  );

  // The operator did not wait until no transfer was under way.
  const after = await startWith(network.env({ FAUCET_PRIVATE_KEY: newKey }));
  await network.client.mine({ blocks: 1 });
  await network.client.setAutomine(true);
  const given = await late.at(after.url)(requestTokens, { body: { address: newReceiver() } });
  await completedTransfer(late.at(after.url), given.id);
  await waitFor('the transfer of the old wallet to be told apart', async () =>
    expect((await transfer(after.url)).reason).toBe(transferReasons.stranded),
  );
  expect(await network.balanceOf(address)).toBe(10);
  expect(await network.sent()).toBe(1);
});
