// The examples on the page of a key are run as they are copied, against the portal that shows them.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeExamples, keyVariable } from '@ballast/contract/code-examples';
import { createKey } from '@ballast/contract/keys/api-keys';
import type { Page } from '@playwright/test';
import { verifiedAccount } from '../support/accounts.ts';
import { openKeyPage } from '../support/key-page.ts';
import { button } from '../support/keys.ts';
import { expect, test } from '../support/test.ts';

const commands: Record<string, { program: string; words: string[] }> = {
  curl: { program: 'sh', words: [] },
  typescript: { program: process.execPath, words: [] },
  python: { program: 'python3', words: [] },
  go: { program: 'go', words: ['run'] },
};

const exists = (program: string) => spawnSync('which', [program]).status === 0;

const run = async (id: string, file: string, code: string, env: Record<string, string>) => {
  const { program, words } = commands[id] ?? { program: '', words: [] };
  const folder = await mkdtemp(join(tmpdir(), 'ballast-example-'));
  try {
    const path = join(folder, file);
    await writeFile(path, code);
    // Nothing of this process' environment but where programs are.
    const { stdout } = await promisify(execFile)(program, [...words, path], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const codeOf = (page: Page, label: string) => page.getByRole('region', { name: `${label} example for` });
const answer = { balance: 0, token: expect.any(String) };

for (const { id, label, file } of codeExamples) {
  const tag = id === 'curl' ? [] : '@matrix';
  test(`the ${label} example works as it is copied, with the key in the environment or filled in`, {
    tag,
  }, async ({ page }) => {
    const program = commands[id]?.program ?? '';
    test.skip(!exists(program), `${program} is not on this machine`);
    const account = await verifiedAccount();
    const key = await account.call(createKey, { body: { name: 'checkout-web', environment: 'SANDBOX' } });
    await openKeyPage(page, account, key, 'code');
    await button(page, label).click();
    const code = codeOf(page, label);
    await expect(code).toContainText(keyVariable);
    const plain = (await code.textContent()) ?? '';
    expect(plain).not.toContain(key.key);
    expect(await run(id, file, plain, { [keyVariable]: key.key })).toEqual(answer);

    await button(page, 'Insert my key').click();
    await expect(code).toContainText(key.key);
    expect(await run(id, file, (await code.textContent()) ?? '', {})).toEqual(answer);
    await button(page, 'Remove my key').click();
    await expect(code).not.toContainText(key.key);
  });
}
