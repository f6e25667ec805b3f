// Completion as the shells do it: what Tab offers after a line.
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ballast, bundle, finished, launch, newHome, shell } from '../testing/ballast.ts';
import { keyNamed, serve } from '../testing/http-server.ts';

const offered: [string, string[]][] = [
  ['k', ['keys']],
  ['log', ['login', 'logout']],
  [
    'keys ',
    [
      'list',
      'show',
      'usage',
      'refusals',
      'create',
      'restrict',
      'rotate',
      'end-grace',
      'rename',
      'delete',
      'request-limit',
      'limit-requests',
      'report',
      'help',
    ],
  ],
  ['keys r', ['refusals', 'restrict', 'rotate', 'rename', 'request-limit', 'report']],
  ['keys create --e', ['--environment', '--expires']],
  ['keys create --environment ', ['sandbox', 'production']],
  ['keys create -e p', ['production']],
  ['activity --category a', ['api_key', 'account', 'auth']],
  ['login --scope ', ['read', 'keys:sandbox', 'keys:production', 'faucet']],
  ['tokens create --scope read,k', ['read,keys:sandbox', 'read,keys:production']],
  ['keys rm --y', ['--yes']],
  ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['--portal http://127.0.0.1:2 k', ['keys']],
  [
    'keys list --name --',
    [
      ...[
        '--environment',
        '--search',
        '--status',
        '--sort',
        '--limit',
        '--reveal',
        '--json',
        '--jq',
        '--help',
      ],
      ...['--portal', '--profile', '--timeout', '--insecure', '--wide', '--debug'],
    ],
  ],
];

const words = (line: string) => line.split(' ');

test.each(offered)('after "ballast %s" come %j', async (line, expected) => {
  const { stdout } = await ballast(['complete', '--', ...words(line)]);
  const offers = stdout
    .trim()
    .split('\n')
    .map((entry) => entry.split('\t')[0]);
  expect(offers).toEqual(expected);
});

// A folder with the tool under its own name.
const installed = () => {
  const folder = newHome();
  const file = join(folder, 'ballast');
  writeFileSync(file, `#!/bin/sh\nexec node ${bundle} "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
};

const has = (name: string) => spawnSync('which', [name]).status === 0;

describe('bash', () => {
  const complete = async (line: string, env: Record<string, string> = {}) => {
    const folder = installed();
    const script = `PATH="${folder}:$PATH"
source <(ballast completion bash)
COMP_LINE="ballast ${line}"
read -ra COMP_WORDS <<< "$COMP_LINE"
[[ $COMP_LINE == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_ballast_completion
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await shell('bash', ['--norc', '-c', script], env);
    expect(stderr).toBe('');
    return stdout.trim().split('\n').filter(Boolean);
  };

  test.each(offered)('offers after "ballast %s" %j', async (line, expected) => {
    expect(await complete(line)).toEqual(expected);
  });

  test('offers the names of the account, so that nothing in them is run', async () => {
    const evil = '$(touch owned) `x`';
    const names = ['Checkout', 'Check two', evil];
    const portal = await serve(() => ({ status: 200, body: JSON.stringify(names.map(keyNamed)) }));
    const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x', LC_ALL: 'C.UTF-8' };
    expect(await complete('keys rotate Ch', env)).toEqual(['Checkout', 'Check\\ two']);
    const [quoted = ''] = await complete('keys rotate $', env);
    expect(quoted).toBe('\\$\\(touch\\ owned\\)\\ \\`x\\`');
    expect(await complete('env pull --key Check', env)).toEqual(['Checkout', 'Check\\ two']);
    // Nobody who is signed out is asked for anything.
    expect(await complete('keys rotate Ch', { BALLAST_PORTAL: portal })).toEqual([]);
  });

  test.each([
    [['keys', 'list', '--environment', '=', 'sa'], ['sandbox']],
    [
      ['keys', 'list', '--environment', '='],
      ['sandbox', 'production'],
    ],
    [['login', '--scope', 'keys', ':', 's'], ['sandbox']],
    [
      ['login', '--scope', 'keys', ':'],
      ['sandbox', 'production'],
    ],
    [['--portal', 'http', ':', '//127.0.0.1', ':', '2', 'k'], ['keys']],
  ])('a word that bash cuts into %j goes on with %j', async (given, expected) => {
    const { stdout } = await ballast(['complete', '--', ...given]);
    const offers = stdout.trim().split('\n');
    expect(offers.map((line) => line.split('\t')[0])).toEqual(expected);
  });

  // Only bash itself knows what becomes of a word inside of quotes.
  test.each([
    ['Chec', 'Checkout web'],
    ['"Chec', 'Checkout web'],
    ["'Chec", 'Checkout web'],
    ['"Evil', 'Evil $(touch owned) `x` "q" \\ !a'],
    ["'Evil", 'Evil $(touch owned) `x` "q" \\ !a'],
    ["'It", "It's"],
    ['"It', "It's"],
  ])('Tab behind %s writes the name %s', async (typed, name) => {
    const portal = await serve(() => ({ status: 200, body: JSON.stringify([keyNamed(name)]) }));
    const folder = installed();
    const script = join(folder, 'rc.bash');
    writeFileSync(
      script,
      `PATH="${folder}:$PATH"; source <(ballast completion bash)
complete -F _ballast_completion show; show() { printf 'got<%s>\\n' "$3"; }; PS1='ready '`,
    );
    const env = { BALLAST_PORTAL: portal, BALLAST_TOKEN: 'blst_cli_x', LC_ALL: 'C.UTF-8', HISTFILE: '' };
    const bash = launch(
      'script',
      ['-qec', `bash --noprofile --rcfile ${script} -i`, '/dev/null'],
      env,
      'pipe',
    );
    let shown = '';
    const says = (text: string | RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (shown.search(text) === -1) return;
          bash.stdout?.off('data', look);
          resolve();
        };
        bash.stdout?.on('data', look);
        look();
      });
    bash.stdout?.setEncoding('utf8').on('data', (chunk) => {
      shown += chunk;
    });
    const ended = finished(bash);
    await says('ready ');
    bash.stdin?.write(`show keys show ${typed}\t`);
    // A name that is complete is followed by a space.
    await says(/show keys show .*[\w"'!] $/);
    bash.stdin?.write('\r');
    await says('got<');
    bash.stdin?.write('exit\r');
    expect((await ended).stdout).toContain(`got<${name}>`);
  });

  test('is registered for the command', async () => {
    const { stdout } = await shell('bash', [
      '--norc',
      '-c',
      `PATH="${installed()}:$PATH"; source <(ballast completion bash); complete -p ballast`,
    ]);
    expect(stdout.trim()).toBe('complete -F _ballast_completion ballast');
  });
});

describe.skipIf(!has('fish'))('fish', () => {
  test.each(offered)('offers after "ballast %s" %j', async (line, expected) => {
    const script = `set -x PATH ${installed()} $PATH; ballast completion fish | source; complete -C "ballast ${line}"`;
    const { stdout } = await shell('fish', ['--no-config', '-c', script]);
    const offers = stdout
      .trim()
      .split('\n')
      .map((entry) => entry.split('\t')[0]);
    expect(offers.toSorted()).toEqual(expected.toSorted());
  });
});

describe.skipIf(!has('zsh'))('zsh', () => {
  test('is registered for the command', async () => {
    const script = `path=(${installed()} $path); autoload -U compinit; compinit -D
source <(ballast completion zsh); print $_comps[ballast]`;
    expect((await shell('zsh', ['-f', '-c', script])).stdout.trim()).toBe('_ballast');
  });

  // _describe draws the menu; what it is given is what zsh offers.
  test.each(offered)('is given after "ballast %s" %j', async (line, expected) => {
    const script = `path=(${installed()} $path); compdef() { : }; source <(ballast completion zsh)
_describe() { print -l -- \${(P)2} }
words=(ballast ${words(line)
      .map((word) => `'${word}'`)
      .join(' ')}); CURRENT=$#words; _ballast`;
    const { stdout, stderr } = await shell('zsh', ['-f', '-c', script]);
    expect(stderr).toBe('');
    const offers = stdout
      .trim()
      .split('\n')
      .map((entry) => entry.split(':')[0]);
    expect(offers).toEqual(expected);
  });
});
