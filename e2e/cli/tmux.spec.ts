// The installed tool in real terminals: what fits, what a pipe gets, and how Ctrl-C leaves the terminal and the account.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCliToken } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { getFaucet } from '@ballast/contract/faucet';
import type { Answer } from '@ballast/contract/http/endpoint';
import { createKey, rotateKey } from '@ballast/contract/keys/api-keys';
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';
import { openFront } from '../support/company-network.ts';
import { completeProfile, createKeys } from '../support/keys.ts';
import { portalUrl } from '../support/portals/portal-under-test.ts';
import { noTmux } from '../support/tmux.ts';

test.skip(noTmux.isMissing, noTmux.words);

test('every table fits 80 columns and shows more at 120; a pipe gets all of it, without colours', {
  tag: '@matrix',
}, async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  const name = 'Checkout of the shop in the north of the country';
  await createKeys(account, [name, 'Refunds'], 'SANDBOX');
  await account.call(createCliToken, { body: { name: 'ci', scopes: ['read'], expiresInDays: 30 } });
  const tables = ['keys list', 'tokens list', 'activity', 'doctor'];
  for (const columns of [80, 120]) {
    const terminal = await device.inTmux(columns);
    const shown: Record<string, string> = {};
    for (const line of [...tables, '--help']) {
      await terminal.start(`ballast ${line}`);
      const { output, exitCode } = await terminal.ended();
      expect({ line, exitCode, wrapped: await terminal.isWrapped() }).toEqual({
        line,
        exitCode: 0,
        wrapped: false,
      });
      shown[line] = output;
    }
    expect(/CREATED/.test(shown['keys list'] ?? '')).toBe(columns === 120);

    await terminal.start(`sh -c 'ballast keys list | cat -v'`);
    const piped = (await terminal.ended()).output;
    expect(piped).toContain(name);
    expect(piped).toContain('CREATED');
    expect(piped).not.toMatch(/\^\[|\^M/);
  }
  // Nobody is there to answer: no question, and one line that says what is missing.
  const terminal = await device.inTmux(80);
  await terminal.start(`sh -c 'ballast keys create </dev/null | cat'`);
  expect((await terminal.ended()).output).toMatch(/^Error: .*--environment/);
  // A reader that has seen enough is no failure.
  await terminal.start(`sh -c '(ballast keys list --json; echo "left with $?" >&2) | head -n 1'`);
  expect((await terminal.ended()).output.split('\n').toSorted()).toEqual(['[', 'left with 0']);
});

test('Ctrl-C at each question and each wait ends with 130, leaves the terminal as it was and nothing half done', {
  tag: '@matrix',
}, async ({ device }) => {
  const account = await verifiedAccount();
  await completeProfile(account);
  await device.logIn(account);
  const [key] = await createKeys(account, ['Checkout'], 'SANDBOX');
  await account.call(createKey, { body: { name: 'Refunds', environment: 'SANDBOX' } });
  await account.call(rotateKey, { params: { id: key?.id ?? '' }, body: { graceSeconds: 3600 } });
  const body = { name: 'ci', scopes: [...cliScopes], expiresInDays: 30 };
  const { token } = await account.call(createCliToken, { body });
  // Only a faucet on a real network asks where the tokens go.
  const status: Answer<typeof getFaucet> = {
    ...{ available: true, nextClaimAt: null, amount: 10, token: 'BLST', driver: 'EVM' },
    ...{ addressNeeded: true, balance: null, transfers: [] },
  };
  const faucet = await openFront(portalUrl, {
    answer: (path) => (path === `/api${getFaucet.path}` ? status : null),
  });
  const folder = join(device.home, 'project');
  mkdirSync(join(folder, 'strange'), { recursive: true });
  writeFileSync(join(folder, '.env'), 'BALLAST_API_KEY=old\n');
  writeFileSync(join(folder, 'strange/.ballast.json'), '{ "portal": "https://strange.example" }');
  const terminal = await device.inTmux(80, folder);
  const readFiles = async () => ({
    keys: await device.json('keys', 'list', '--reveal'),
    tokens: (await device.json('tokens', 'list')).map(({ id }: { id: string }) => id),
    requests: await device.json('keys', 'limit-requests'),
    profiles: await device.json('profiles'),
    env: readFileSync(join(folder, '.env'), 'utf8'),
  });
  const before = await readFiles();

  // The line, the question, and what is typed of an answer.
  const questions: [string, RegExp, string?][] = [
    [`sh -c 'cd strange && ballast login'`, /Sign in there\?/],
    ['ballast login --no-browser', /Waiting for you to authorize/],
    ['ballast keys create', /Which environment\?/],
    ['ballast keys create -e sandbox', /What do you want to call the key\?/, 'Half a na'],
    ['ballast keys create -e production --name Live', /will work with real funds\./],
    ['ballast keys show', /Which key\?/],
    ['ballast keys rotate Refunds', /stops working immediately, and a new key replaces it\./],
    ['ballast keys end-grace Checkout', /stops working immediately\./],
    ['ballast keys rename Checkout', /What is its new name\?/, 'Half a na'],
    ['ballast keys delete Checkout Refunds', /stop working immediately\./],
    ['ballast keys request-limit Checkout', /How many requests per second\?/, '5'],
    ['ballast keys request-limit Checkout --limit 50', /Why do you need it\?/, 'Because'],
    ['ballast keys report', /Which key did you find\?/, 'blst_test_'],
    ['ballast tokens revoke ci', /the tokens made with it stop working immediately\./],
    [
      `env BALLAST_PORTAL=${faucet.url} BALLAST_TOKEN=${token} ballast faucet`,
      /Which address receives/,
      '0x',
    ],
    ['ballast env pull --key Checkout', /exists and gets a new BALLAST_API_KEY\./],
    ['ballast activity --follow --limit 1', /ci from 127\.0\.0\.1/],
  ];
  for (const [line, question, typed] of questions) {
    await terminal.start(line);
    await terminal.says(question);
    if (typed) {
      await terminal.type(typed);
      await terminal.says(new RegExp(typed));
    }
    await terminal.press('C-c');
    const { output, exitCode } = await terminal.ended();
    expect({ line, exitCode }).toEqual({ line, exitCode: 130 });
    // Ctrl-C is how one stops following, so nothing was cancelled.
    if (line.includes('--follow')) expect(output).not.toContain('Cancelled');
    else expect({ line, last: output.split('\n').at(-1) }).toEqual({ line, last: 'Error: Cancelled.' });
    expect({ line, ...(await terminal.state()) }).toEqual({ line, cursor: true, echo: true, lines: true });
  }
  expect(await readFiles()).toEqual(before);
  await faucet.close();
});
