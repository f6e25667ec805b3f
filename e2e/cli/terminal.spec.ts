// The command line in real terminals of 80 and 120 columns: what fits, what is asked, and how Ctrl-C ends it.
import { verifiedAccount } from '../support/accounts.ts';
import { expect, test } from '../support/cli-device.ts';
import { completeProfile, createKeys } from '../support/keys.ts';

const widest = (output: string) => Math.max(...output.split(/\r?\n/).map((line) => [...line].length));

test('a table is one line a key at 80 columns, shows more at 120, and all with --wide', {
  tag: '@matrix',
}, async ({ device }) => {
  const account = await verifiedAccount();
  await device.logIn(account);
  await createKeys(account, ['Checkout of the shop in the north of the country'], 'SANDBOX');
  const list = async (columns: number, args = '') => {
    const running = device.inTerminal(`stty cols ${columns} rows 24; ballast keys list ${args}`);
    expect((await running.ended).exitCode).toBe(0);
    return running.output();
  };
  const narrow = await list(80);
  expect(widest(narrow)).toBeLessThanOrEqual(80);
  expect(narrow).toMatch(/^NAME +ENVIRONMENT +KEY +RATE LIMIT +LAST USED\s*$/m);
  const roomy = await list(120);
  expect(widest(roomy)).toBeLessThanOrEqual(120);
  expect(roomy).toMatch(/^NAME +ENVIRONMENT +KEY +RATE LIMIT +CREATED +LAST USED\s*$/m);
  expect(await list(80, '--wide')).toMatch(/in the north of the country .* +[\da-f-]{36}\s*$/m);
});

test('a production key is created only after a question, and Ctrl-C ends each question and each wait on a line of its own', async ({
  device,
}) => {
  const account = await verifiedAccount();
  const waiting = device.inTerminal('ballast login --no-browser');
  await waiting.says('Waiting for you to authorize');
  waiting.type('\u0003');
  expect((await waiting.ended).exitCode).toBe(130);
  // The line that waits may be drawn once more before the signal is heard.
  expect(waiting.output()).toMatch(/\^C[^\n]*\nError: Cancelled\.\s*$/);

  await completeProfile(account);
  await device.logIn(account);
  const questions = [
    ['ballast keys create', 'Which environment\\?'],
    ['ballast keys create -e sandbox', 'What do you want to call the key\\?'],
    ['ballast keys create -e production --name Live', 'Live \\(production\\) will work with real funds\\.'],
  ];
  for (const [line = '', question = ''] of questions) {
    const terminal = device.inTerminal(line);
    await terminal.says(new RegExp(question));
    terminal.type('\u0003');
    expect((await terminal.ended).exitCode).toBe(130);
    expect(terminal.output()).toMatch(/\r?\nError: Cancelled\.\s*$/);
  }
  expect(await device.json('keys', 'list')).toEqual([]);

  const made = device.inTerminal('ballast keys create -e production --name Live');
  await made.says('Create Key');
  made.type('y');
  expect((await made.ended).exitCode).toBe(0);
  const unasked = device.inTerminal('ballast keys create -e production --name Other --yes');
  expect((await unasked.ended).exitCode).toBe(0);
  expect(await device.json('keys', 'list', '-e', 'production')).toHaveLength(2);
});
