// Whatever a portal answers, no command of the program hands it to the terminal as it came.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argument, CommandUnknownOpts as Command, Option } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { ballast, finished, newHome, startInTerminal } from '../testing/ballast.ts';
import { forgedLine, openHostilePortal, type Temper, tempers } from '../testing/hostile-portal.ts';
import { openTerminal } from './terminal.ts';

const program = createProgram({
  env: {},
  terminal: openTerminal({}),
  info: { version: '0.0.0' },
  folder: '/',
  flags: {},
});

// The hidden ones, too: a shell runs `complete` and shows what it prints.
const leaves = (command: Command): Command[] =>
  command.commands.length ? command.commands.flatMap(leaves) : [command];

const pathOf = (command: Command): string[] =>
  command.parent ? [...pathOf(command.parent), command.name()] : [];

const keyId = '5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a12';

// What a person would write. A command with another argument or option needs a line here.
const values: Record<string, string> = {
  key: keyId,
  keys: keyId,
  token: keyId,
  profile: 'default',
  file: '.env',
  method: 'GET',
  path: '/api-keys',
  '--name': 'Checkout',
  '--limit': '50',
  '--reason': 'Ten times the visitors on the day of the sale',
  '--search': 'Check',
  '--expires': '30d',
  '--allow': '203.0.113.0/24',
  '--since': '7d',
  '--to': '0x52908400098527886E0F7030069857D2E4169EE7',
  '--variable': 'BALLAST_API_KEY',
  '--key': keyId,
  '--id': 'gw-1',
  '--field': 'limit=5',
  '--header': 'x-trace: 1',
};
const scopes: Record<string, string> = { tokens: 'read', login: 'read', keys: 'payments:read' };
// They answer without asking the portal, or read what a person would have to write.
const leftOut = [
  ...['--help', '--json', '--jq', '--print', '--print-token', '--with-token'],
  ...['--input', '--idempotency-key', '--dry-run', '--method', '--paginate'],
];

const written = (command: Command, name: string, choices: readonly string[] | undefined) => {
  const scope = name === '--scope' ? scopes[pathOf(command)[0] ?? ''] : undefined;
  const value = choices?.[0] ?? scope ?? values[name];
  if (value === undefined) throw new Error(`Say in this file what ${name} of ${pathOf(command)} may be`);
  return value;
};

const argumentWords = (command: Command, argument: Argument) =>
  argument.name() === 'words'
    ? ['keys', 'rotate', '']
    : [written(command, argument.name(), argument.argChoices)];

const optionWords = (command: Command, { long, required, argChoices }: Option) => {
  if (!long || leftOut.includes(long)) return [];
  return required ? [long, written(command, long, argChoices)] : [long];
};

const lineOf = (command: Command) => [
  ...pathOf(command),
  ...(command.name() === 'complete' ? ['--'] : []),
  ...command.registeredArguments.flatMap((argument) => argumentWords(command, argument)),
  ...command.options.flatMap((option) => optionWords(command, option)),
];

const lines = leaves(program).map(lineOf);

// Colours are off, so line breaks and tabs are the only controls that are left.
const rewritesTheTerminal = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const signedInHome = (portal: string) => {
  const home = newHome();
  mkdirSync(join(home, 'config/ballast'), { recursive: true });
  const signIns = [{ portal, profile: 'default', email: 'mara@northwind.example', token: 'blst_cli_x' }];
  const content = { portal, profile: 'default', signIns };
  writeFileSync(join(home, 'config/ballast/credentials.json'), JSON.stringify(content), { mode: 0o600 });
  return home;
};

const runAgainst = async (temper: Temper, line: string[], more: string[]) => {
  const portal = await openHostilePortal(temper);
  const home = signedInHome(portal.url);
  const env = { XDG_CONFIG_HOME: join(home, 'config'), NO_COLOR: '1' };
  const end = await ballast([...line, ...more], env, home);
  portal.close();
  return { ...end, requests: portal.requests };
};

const expectHarmless = (output: string, shown: string) => {
  const at = output.search(rewritesTheTerminal);
  expect(at === -1 ? '' : `${shown}: ${JSON.stringify(output.slice(Math.max(0, at - 80), at + 20))}`).toBe(
    '',
  );
};

const expectJson = (text: string, shown: string) => {
  const parses = (json: string) => {
    try {
      return JSON.parse(json) !== undefined;
    } catch {
      return false;
    }
  };
  const isJson = text === '' || parses(text) || text.trimEnd().split('\n').every(parses);
  expect(isJson, `${shown}: ${text.slice(0, 200)}`).toBe(true);
};

const takesJson = (line: string[]) =>
  leaves(program)
    .find((command) => pathOf(command).every((word, i) => line[i] === word))
    ?.options.some(({ long }) => long === '--json');

const inText = async (temper: Temper, line: string[]) => {
  const shown = `${line.join(' ')} (${temper})`;
  // `complete` takes every further word as typed.
  const { stdout, stderr, requests } = await runAgainst(
    temper,
    line,
    line[0] === 'complete' ? [] : ['--debug'],
  );
  expectHarmless(stdout + stderr, shown);
  // `api` prints a text as it is laid out; everything else is lines of ours.
  if (line[0] !== 'api') expect(stdout + stderr, shown).not.toMatch(new RegExp(`^${forgedLine}`, 'm'));
  return requests;
};

const inJson = async (temper: Temper, line: string[]) => {
  const shown = `${line.join(' ')} --json (${temper})`;
  // --include puts the status and the headers before the JSON.
  const words = line.filter((word) => word !== '--include');
  const { stdout, stderr, exitCode } = await runAgainst(temper, words, ['--json']);
  expectHarmless(stdout + stderr, shown);
  expectJson(stdout, shown);
  if (exitCode) expectJson(stderr.trimEnd().split('\n').at(-1) ?? '', shown);
};

// Each command meets each kind of failure in the long run of the tests, and one of them in the usual one.
const failures = Object.keys(tempers).slice(1) as Temper[];
const failuresFor = (at: number) =>
  process.env.TEST_SCOPE === 'all' ? failures : failures.filter((_, i) => i === at % failures.length);

test.each(lines.map((line, at) => [line.join(' '), line, at] as const))(
  'no answer of a portal reaches the terminal as it came: ballast %s',
  async (_, line, at) => {
    const json = takesJson(line);
    const requests = await inText('right shapes', line);
    if (json) await inJson('right shapes', line);
    if (!requests.length) return;
    for (const [i, temper] of failuresFor(at).entries())
      await (json && (i + at) % 2 ? inJson(temper, line) : inText(temper, line));
  },
);

// What the tool and its questions draw themselves: colours, and moves of the cursor.
const esc = '\u001b';
const ownSequences = new RegExp(`${esc}\\[[\\d;?]*[ABCDGHJKhlm]|\\r`, 'g');

test('in colour only the tool’s own colours reach the terminal', async () => {
  const portal = await openHostilePortal('right shapes');
  const env = { BALLAST_PORTAL: portal.url, BALLAST_TOKEN: 'blst_cli_x', FORCE_COLOR: '1' };
  const { stdout } = await ballast(['keys', 'list'], env);
  portal.close();
  expect(stdout).toMatch(new RegExp(`^${esc}\\[2mNAME .*${esc}\\[22m\n`));
  expect(stdout.split(esc)).toHaveLength(3);
  expectHarmless(stdout.replace(ownSequences, ''), 'keys list in colour');
});

test('a question shows nothing of a portal as it came', async () => {
  const portal = await openHostilePortal('right shapes');
  const env = { BALLAST_PORTAL: portal.url, BALLAST_TOKEN: 'blst_cli_x', BALLAST_NO_UPDATE_CHECK: '1' };
  for (const args of ['keys rotate', `keys rotate ${keyId}`]) {
    const terminal = startInTerminal(args, env);
    const end = finished(terminal);
    let shown = '';
    terminal.stdout?.on('data', (chunk) => {
      const isAsked = /Which key|immediately/.test(shown);
      shown += chunk;
      // Ctrl-C, once the question is there.
      if (!isAsked && /Which key|immediately/.test(shown)) terminal.stdin?.write('\u0003');
    });
    const { stdout } = await end;
    expect(stdout).toContain('red');
    expect(stdout).not.toContain('\u001b[31mred');
    expectHarmless(stdout.replace(ownSequences, ''), args);
  }
  portal.close();
});
